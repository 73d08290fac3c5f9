package import PhotoModel
package import PickerHost
internal import Platform

/// Where a command writes: a file that appears complete or not at all, a pipe or device, or standard output.
package enum OutputTarget {
    case standardOutput
    case file(FilePath)
    /// An existing pipe or device: it is written to, never replaced.
    case special(FilePath)

    /// - Parameter argument: a path, or `-`.
    package init(_ argument: FilePath) {
        if argument == FilePath("-") {
            self = .standardOutput
            return
        }
        let kind = (try? FileStatus(path: argument.bytes))?.kind
        // A link is followed: the file that it leads to is replaced, or made if it does not exist yet, and the link stays.
        let target = (try? canonicalPath(argument.bytes)).map { FilePath(bytes: $0) }
        self = kind == .special ? .special(argument) : .file(target ?? Self.end(ofLinksFrom: argument))
    }

    /// The name at the end of links, which nothing has yet.
    private static func end(ofLinksFrom path: FilePath) -> FilePath {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 {
            guard let link = try? Descriptor.workingFolder.target(ofLink: path.bytes) else { return path }
            path = link.first == UInt8(ascii: "/") ? FilePath(bytes: link) : path.beside(link)
        }
        return path
    }

    /// - Parameter argument: a path that is UTF-8, or `-`.
    package init(_ argument: String) { self.init(FilePath(argument)) }

    /// The target for an image or a copy of a library's photo.
    ///
    /// - Throws: an error if it is a folder or a terminal, before anything is made; a usage error if it would replace a file of the
    ///   library. A new file in the library is permitted.
    package init(_ argument: FilePath, sparing library: PhotoLibrary, and asset: Asset) throws(CommandFailure) {
        self.init(argument)
        if case .standardOutput = self, Descriptor.standardOutput.isTerminal {
            throw CommandFailure(
                .usage, "standard output is a terminal, which cannot show the file; name another with --out")
        }
        guard case .file(let path) = self else { return }
        if (try? FileStatus(path: path.bytes))?.kind == .folder {
            throw CommandFailure(
                .cannotWrite, "\(argument): is a folder; name a file in it, such as \(asset.filename)")
        }
        guard let folder = library.folder else { return }
        let target = path.canonical
        // A photo may be a link that leads out of the library.
        let photo = FilePath(bytes: library.absolutePath(of: asset.path)).canonical
        if target.exists, target == photo || target.parts(below: folder) != nil {
            throw CommandFailure(
                .usage, "\(argument): is a file of the library, which stays as it is; choose a name outside the library"
            )
        }
    }

    func write(_ bytes: [UInt8]) throws(CommandFailure) {
        switch self {
        case .standardOutput: StandardOutput.shared.write(bytes)
        case .file(let path):
            let file = try AtomicFile(path: path)
            try file.write(bytes)
            try file.commit()
        case .special(let path): try SpecialFile(path: path).write(bytes)
        }
    }

    /// Writes the bytes that `next` returns, until it returns nil.
    package func write(_ next: () async throws -> [UInt8]?) async throws {
        switch self {
        case .standardOutput:
            while let bytes = try await next() { StandardOutput.shared.write(bytes) }
        case .file(let path):
            let file = try AtomicFile(path: path)
            while let bytes = try await next() { try file.write(bytes) }
            try file.commit()
        case .special(let path):
            let file = try SpecialFile(path: path)
            while let bytes = try await next() { try file.write(bytes) }
        }
    }
}

extension PhotoLibrary {
    /// The library's folder; nil if the library has an address.
    package var folder: FilePath? { root.hasPrefix("/") ? FilePath(root) : nil }
}
