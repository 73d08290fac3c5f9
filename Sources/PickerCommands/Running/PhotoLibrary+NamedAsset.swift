package import PhotoModel
package import PickerHost
internal import Platform

extension PhotoLibrary {
    /// The asset that an argument names: by its identifier, by a path inside the library, or by a path from the current folder
    /// that leads into the library, as a shell completes it.
    ///
    /// - Throws: `.notFound`; if there is a file at the path that is no asset, a failure that says why.
    package func namedAsset(_ name: AssetArgument) async throws -> Asset {
        if let identifier = name.identifier {
            if let asset = try await assets(withIdentifiers: [identifier]).first { return asset }
        }
        let paths = relativePaths(of: name.path)
        for path in paths {
            if let asset = try await asset(at: path) { return asset }
        }
        for path in paths where folder != nil {
            if let failure = await failure(at: path) { throw failure }
        }
        throw PhotoError(.notFound, "\(name.path): no such photo or video in \(root)")
    }

    /// The paths from the library's root that an argument can mean, the most literal first.
    private func relativePaths(of given: FilePath) -> [AssetPath] {
        guard let root = folder else { return [AssetPath(bytes: given.bytes), Self.plain(given)] }
        let isAbsolute = given.bytes.first == UInt8(ascii: "/")
        // Links in the folder's path are resolved, but the file itself may be a link: a link may be a photo of the library.
        let named = [isAbsolute ? nil : root.appending(given.bytes), given].compactMap(\.self).map {
            $0.folder.canonical.appending($0.name)
        }
        var paths = isAbsolute ? [] : [AssetPath(bytes: given.bytes)]
        for path in named + (isAbsolute ? [given, given.canonical] : []) {
            guard let parts = path.parts(below: root) else { continue }
            paths.append(AssetPath(bytes: Array(parts.joined(separator: "/".utf8))))
        }
        return paths
    }

    /// A path in a library that is no folder, without "." and "..": no part of it is a link.
    private static func plain(_ path: FilePath) -> AssetPath {
        AssetPath(bytes: Array(FilePath(bytes: "/".utf8 + path.bytes).withoutDots.bytes.dropFirst()))
    }

    /// Why the file at a path is no asset; nil if there is none.
    private func failure(at path: AssetPath) async -> CommandFailure? {
        let file = FilePath(bytes: absolutePath(of: path))
        // Paths that lead out of the library are not looked at.
        guard let folder, file.canonical.parts(below: folder) != nil, !path.bytes.isEmpty else { return nil }
        let status: FileStatus
        do throws(SystemError) {
            status = try FileStatus(path: file.bytes)
        } catch {
            return error == .accessDenied ? Self.closed(file) : nil
        }
        switch status.kind {
        case .folder:
            return CommandFailure(.noInput, "\(file): is a folder; name a photo in it")
        case .file: break
        default: return CommandFailure(.noInput, "\(file): is no regular file; name a photo or video")
        }
        guard readingError(file.bytes) != .accessDenied else { return Self.closed(file) }
        let parts = path.bytes.split(separator: UInt8(ascii: "/"))
        guard !parts.contains(where: { $0.first == UInt8(ascii: ".") }) else {
            return CommandFailure(.noInput, "\(file): is hidden; a library has no hidden files and folders")
        }
        guard status.byteSize > 0 else {
            return CommandFailure(.badData, "\(file): is an empty file; restore the photo from a copy")
        }
        return CommandFailure(.badData, "\(file): \(await reason(at: path))")
    }

    /// The backend's reason why a file is no asset. A backend without an index is not asked, because it would look at all files
    /// of the library again.
    private func reason(at path: AssetPath) async -> String {
        let known = backend.capabilities.contains(.index) ? (try? await diagnostics()) ?? [] : []
        if let diagnostic = known.first(where: { $0.path == path }) { return diagnostic.message }
        return "is no photo or video that the backend \(backend.id) can read; see picker doctor"
    }

    private static func closed(_ file: FilePath) -> CommandFailure {
        CommandFailure(.notPermitted, "\(file): permission denied; ask its owner to let you read it")
    }
}
