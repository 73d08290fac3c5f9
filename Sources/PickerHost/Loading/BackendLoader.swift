internal import Cryptography
internal import PhotoModel
internal import Platform

/// Loads plugins, each file once in a process.
///
/// The dynamic linker gives the old library for a path whose file was replaced, so a replaced file is loaded from a
/// private copy.
final class BackendLoader: Sendable {
    static let shared = BackendLoader()

    private struct State {
        var loaded: [FileStatus.Version: LoadedBackend] = [:]
        /// What `dlopen` would give for a path, whether or not it proved to be a backend.
        var identityByPath: [String: FileStatus.Version] = [:]
        /// Copies whose loading was tried. They stay: the dynamic linker takes a path that it knows for the file that was there.
        var copies: [SHA256Digest: PluginCopy] = [:]
        var loadedCopies: [SHA256Digest: LoadedBackend] = [:]
    }

    private let state = Mutex(State())
    /// Backends that are linked into this process, by the names that stand for their paths.
    let linked: [String: LoadedBackend]

    init(linked: [String: LoadedBackend] = [:]) { self.linked = linked }

    func load(path: String) throws(PhotoError) -> LoadedBackend {
        if let backend = linked[path] { return backend }
        guard let canonical = try? canonicalPath(path), let identity = FileStatus.Version(path: canonical) else {
            throw PhotoError(.notFound, "\(path): no such plugin file")
        }
        // One at a time: entry points are called one at a time by contract.
        let result: Result<LoadedBackend, PhotoError> = state.withLock { state in
            if let known = state.loaded[identity] { return .success(known) }
            do throws(PhotoError) {
                let isReplaced = state.identityByPath[canonical].map { $0 != identity } ?? false
                if !isReplaced { state.identityByPath[canonical] = identity }
                let backend =
                    try isReplaced
                    ? loadCopy(of: canonical, identity) : LoadedBackend(path: canonical, file: identity)
                state.loaded[identity] = backend
                return .success(backend)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Loads a copy of a plugin, each content once.
    ///
    /// - Parameter path: the plugin's own.
    func load(_ copy: PluginCopy, of path: String) throws(PhotoError) -> LoadedBackend {
        let result: Result<LoadedBackend, PhotoError> = state.withLock { state in
            if let known = state.loadedCopies[copy.digest] { return .success(known) }
            let kept = state.copies[copy.digest] ?? copy
            state.copies[copy.digest] = kept
            guard let place = kept.path else { return .failure(PhotoError(.io, "\(path): its copy was closed")) }
            do throws(PhotoError) {
                let backend = try LoadedBackend(path: place, shownPath: path, file: copy.version)
                state.loadedCopies[copy.digest] = backend
                return .success(backend)
            } catch {
                return .failure(error.naming(path, insteadOf: place))
            }
        }
        return try result.get()
    }

    /// Loads from a copy in a folder of its own, which is gone again when the library is mapped.
    private func loadCopy(of path: String, _ file: FileStatus.Version) throws(PhotoError) -> LoadedBackend {
        let folder: ScratchFolder
        do throws(SystemError) {
            folder = try ScratchFolder(prefix: "picker-backend")
        } catch {
            throw PhotoError(
                .io, "\(ScratchFolder.parent): no folder for a copy of \(path)", systemErrno: error.code)
        }
        defer { folder.remove() }
        let copy = "\(folder.path)/\(path.lastPathComponent)"
        try copyFile(from: path, to: copy)
        do throws(PhotoError) {
            return try LoadedBackend(path: copy, shownPath: path, file: file)
        } catch {
            throw error.naming(path, insteadOf: copy)
        }
    }

    private func copyFile(from source: String, to destination: String) throws(PhotoError) {
        let input: OwnedDescriptor
        do throws(SystemError) {
            input = try OwnedDescriptor.open(source)
        } catch {
            throw PhotoError(.io, "\(source): cannot be read", systemErrno: error.code)
        }
        do throws(SystemError) {
            let output = try OwnedDescriptor.open(destination, [.write, .create, .exclusive], permissions: 0o700)
            try input.borrowed.copy(to: output.borrowed)
        } catch {
            throw PhotoError(.io, "\(destination): cannot be written", systemErrno: error.code)
        }
    }
}

extension PhotoError {
    /// The error of what was done with a copy, naming the file that it is of.
    func naming(_ path: String, insteadOf copy: String) -> PhotoError {
        var error = self
        error.message = message.replacing(copy, with: path)
        return error
    }
}
