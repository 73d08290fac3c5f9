internal import PhotoModel
internal import PickerCommands
internal import PickerHost
internal import PickerServer

/// Prints what was picked, in order, and copies it if asked to.
struct PickedOutput {
    let library: PhotoLibrary
    let print: Pick.PrintOption
    let usesNUL: Bool
    let copyTo: FilePath?
    let accepted: FilePatterns

    private struct Document: Encodable {
        let assets: [AssetDocument]
        let totalByteSize: Int64
    }

    /// Copies and prints the assets.
    ///
    /// - Throws: if one of them is not of an accepted kind, cannot be read or cannot be written. The copies are removed then.
    func write(_ assets: [Asset]) async throws {
        try check(assets)
        var copies: [FilePath] = []
        do {
            if let copyTo { try await copy(assets, to: try OutputFolder(copyTo), &copies) }
            try StandardOutput.shared.writeAtOnce(try text(assets, copies))
        } catch {
            for path in copies { path.remove() }
            throw error
        }
    }

    private func check(_ assets: [Asset]) throws(CommandFailure) {
        let wrong = assets.first {
            !accepted.contain(filename: $0.filename, mimeType: Self.mimeType(of: $0))
        }
        guard let wrong else { return }
        throw CommandFailure(
            .usage,
            "\(wrong.filename): is not of a kind that was asked for: \(accepted.patterns.joined(separator: ", "))")
    }

    /// The MIME type of an asset. For a format that only its backend knows, it says no more than image or video.
    private static func mimeType(of asset: Asset) -> String {
        let known = MediaFormat.mimeType(of: asset.contentType)
        return known.hasPrefix("application/") ? (asset.mediaType == .video ? "video/" : "image/") + "x-other" : known
    }

    private func text(_ assets: [Asset], _ copies: [FilePath]) throws -> [UInt8] {
        if print == .json {
            let total = assets.reduce(Int64(0)) { $0.addingSaturating($1.byteSize) }
            return try JSONOutput.bytes(Document(assets: assets.map { AssetDocument($0) }, totalByteSize: total))
        }
        return assets.enumerated().flatMap { index, asset in
            let path = copyTo == nil ? library.absolutePath(of: asset.path) : copies[index].bytes
            return (print == .id ? Array(asset.localIdentifier.utf8) : path) + [usesNUL ? 0 : UInt8(ascii: "\n")]
        }
    }

    /// - Parameter paths: the paths of complete copies are appended to it.
    private func copy(_ assets: [Asset], to folder: OutputFolder, _ paths: inout [FilePath]) async throws {
        for asset in assets {
            let original = try await library.requestURLAsset(for: asset.localIdentifier)
            var reader = OriginalReader(original, library)
            let name = original.trueFilenameBytes
            let file = try AtomicFile(path: folder.path.appending(name))
            while let bytes = try await reader.next() {
                try Task.checkCancellation()
                try file.write(bytes)
            }
            paths.append(try file.commit(asNew: folder.paths(for: name)))
        }
    }
}

extension OutputFolder {
    /// The most bytes that a file name may have on Linux's file systems.
    private static let mostBytes = 255

    /// An endless sequence of paths in this folder: `IMG_1.jpg`, `IMG_1 (2).jpg`, …
    ///
    /// - Parameter filename: the bytes of the name, which need not be UTF-8.
    func paths(for filename: [UInt8]) -> some Sequence<FilePath> {
        let dot = filename.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? filename.endIndex
        return (1...).lazy.map { number in
            guard number > 1 else { return path.appending(filename) }
            let end = " (\(number))".utf8 + filename[dot...]
            return path.appending(Self.beginning(of: filename[..<dot], Self.mostBytes - end.count) + end)
        }
    }

    /// As much of a name as there is room for, without cutting a character.
    private static func beginning(of name: ArraySlice<UInt8>, _ room: Int) -> ArraySlice<UInt8> {
        guard name.count > room else { return name }
        var beginning = name.prefix(max(1, room))
        // In UTF-8, the bytes of a character after its first begin with the bits 10.
        while beginning.count > 1, name[beginning.endIndex] & 0xC0 == 0x80 { beginning.removeLast() }
        return beginning
    }
}
