internal import BackendAPI
internal import PhotoModel

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

    static func identifiersStay(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        var first: [BytePath: Text] = [:]
        for asset in try library.assets() { first[asset.path] = asset.identifier }
        let albums = try library.allCollections().map(\.identifier)
        library.beginShutdown()
        library.close()
        // A second process has other addresses, another seed of hashes, and another moment.
        let (assets, collections) = try Rerun.identifiers(context)
        for (path, identifier) in first where assets[path] != identifier.description {
            throw .failed("\(path) is \(identifier), and \(assets[path] ?? "missing") in another run")
        }
        try context.expect(
            albums.map(\.description) == collections, "collections have other identifiers in another run")
    }

    static func identifierRecipe(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        try writeLengths(context)
        let library = try context.open()
        let recipe = IdentifierRecipe(root: context.root)
        for asset in try library.assets() where asset.path.bytes.starts(with: lengths.bytes) {
            let expected = recipe.asset(asset.path)
            try context.expect(
                asset.identifier.description == expected,
                "\(asset.path), a path of \(asset.path.bytes.count) bytes, is \(asset.identifier), and \(expected) in other backends"
            )
        }
        let all = Dictionary(grouping: try library.assets(), by: \.path.folder).mapValues { Set($0.map(\.path)) }
        for match in try context.matches(library) {
            let expected = recipe.asset(match.photo.path)
            try context.expect(
                match.asset.identifier.description == expected,
                "\(match.photo.path) is \(match.asset.identifier), and \(expected) in other backends")
        }
        let hasFiles = library.info().info.hasFiles
        for asset in try library.assets() where hasFiles {
            let expected = recipe.asset(asset.path)
            try context.expect(
                asset.identifier.description == expected,
                "\(asset.path) is \(asset.identifier), and \(expected) in other backends")
        }
        let folders = Dictionary(all.keys.map { (recipe.folder($0), $0) }) { first, _ in first }
        for collection in try library.allCollections() {
            if let folder = folders[collection.identifier.description] {
                let members = Set(try library.assets(FetchRequest(.collection(collection.identifier))).map(\.path))
                let lost = all[folder]?.subtracting(members).first
                if let lost { throw .failed("\(lost) is not in the album of its folder, \(collection.title)") }
            }
            guard let (kind, expected) = try identifier(of: collection, library, all, recipe) else { continue }
            try context.expect(
                collection.identifier.description == expected,
                "the \(kind) \(collection.title) is \(collection.identifier), and \(expected) in other backends")
        }
    }

    private static let lengths: BytePath = "Lengths"

    /// Paths of files and folders of any length: hashes are made of blocks, whose ends are a matter of lengths.
    private static func writeLengths(_ context: CheckContext) throws(CheckStop) {
        let format = try ChangeChecks.format(context)
        let photo = try TestPattern(width: 48, height: 40).encoded(as: format)
        try Files.makeFolder(context.root / lengths)
        for length in 1...140 {
            let name = String(repeating: "l", count: length)
            try Files.write(photo, to: context.root / lengths / BytePath("\(name).\(format.fileExtension)"))
        }
        // Where the block of the key ends, and the next.
        for length in Array(22...32) + Array(85...97) {
            let folder = context.root / BytePath(String(repeating: "f", count: length))
            try Files.makeFolder(folder)
            try Files.write(photo, to: folder / BytePath("photo.\(format.fileExtension)"))
        }
    }

    /// What a collection is, and its identifier by the recipe; nil: something that folders do not show, an event for
    /// instance.
    private static func identifier(
        of collection: CollectionCopy, _ library: Library, _ all: [BytePath: Set<BytePath>], _ recipe: IdentifierRecipe
    ) throws(CheckStop) -> (kind: String, identifier: String)? {
        let isSmart = collection.type == PICKER_COLLECTION_SMART_ALBUM
        if isSmart, collection.subtype == PICKER_COLLECTION_CAMERA_ROLL {
            return ("camera roll", recipe.smartAlbum("camera-roll"))
        }
        guard collection.type == PICKER_COLLECTION_ALBUM else { return nil }
        let members = Set(try library.assets(FetchRequest(.collection(collection.identifier))).map(\.path))
        // An album that people made may have photos of one folder alone; all of a folder is that folder.
        guard let folder = members.first?.folder, members == all[folder] else { return nil }
        return ("album", recipe.folder(folder))
    }
}
