internal import BackendAPI
internal import PhotoModel
internal import Pixels

/// Checks of identifiers.
extension LibraryChecks {
    static func isIdentifier(_ text: Text) -> Bool {
        let bytes = text.bytes ?? []
        return (1...64).contains(bytes.count)
            && bytes.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    static func identifiersStay(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        var first: [BytePath: Text] = [:]
        for asset in try library.assets() { first[asset.path] = asset.identifier }
        let albums = try library.allCollections().map(\.identifier)
        library.beginShutdown()
        library.close()
        // A second process has other addresses, another seed of hashes, and another moment.
        let (assets, collections) = try Rerun.identifiers(trial)
        for (path, identifier) in first where assets[path] != identifier.description {
            throw .failed("\(path) is \(identifier), and \(assets[path] ?? "missing") in another run")
        }
        try trial.expect(albums.map(\.description) == collections, "collections have other identifiers in another run")
    }
}
