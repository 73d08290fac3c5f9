internal import PhotoModel
internal import PickerHost

/// Prints what was picked, in order, and copies it when asked to.
struct PickedOutput {
    let library: PhotoLibrary
    let print: Pick.PrintOption
    let usesNUL: Bool
    let copyTo: String?

    private struct Document: Encodable {
        let assets: [AssetDocument]
        let totalByteSize: Int64
    }

    func write(_ assets: [Asset]) async throws {
        let copies = try await copyTo.map { try OutputFolder($0) }.asyncMap { try await copy(assets, to: $0) }
        if print == .json {
            try JSONOutput.document(
                Document(
                    assets: assets.map { AssetDocument($0) }, totalByteSize: assets.reduce(0) { $0 + $1.byteSize }))
            return
        }
        for (index, asset) in assets.enumerated() {
            let path = copies.map { Array($0[index].utf8) } ?? library.absolutePath(of: asset.path)
            let bytes = print == .id ? Array(asset.localIdentifier.utf8) : path
            StandardOutput.shared.write(bytes + [usesNUL ? 0 : UInt8(ascii: "\n")])
        }
    }

    /// - Returns: the paths of the copies.
    private func copy(_ assets: [Asset], to folder: OutputFolder) async throws -> [String] {
        var paths: [String] = []
        for asset in assets {
            let original = try await library.requestURLAsset(for: asset.localIdentifier)
            var reader = OriginalReader(original, library)
            let path = folder.freePath(for: original.trueFilename)
            try await OutputTarget(path).write { try await reader.next() }
            paths.append(path)
        }
        return paths
    }
}

extension Optional {
    fileprivate func asyncMap<Result>(_ body: (Wrapped) async throws -> Result) async throws -> Result? {
        guard let self else { return nil }
        return try await body(self)
    }
}

extension OutputFolder {
    /// A path in this folder that does not exist yet: `IMG_1.jpg`, `IMG_1 (2).jpg`, …
    func freePath(for filename: String) -> String {
        let dot = filename.lastIndex(of: ".").flatMap { $0 == filename.startIndex ? nil : $0 } ?? filename.endIndex
        var candidate = "\(path)/\(filename)"
        var number = 2
        while TextFile.exists(candidate) {
            candidate = "\(path)/\(filename[..<dot]) (\(number))\(filename[dot...])"
            number += 1
        }
        return candidate
    }
}
