internal import PhotoModel
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Loads plugins, each file once in a process.
///
/// The dynamic linker gives the old library for a path whose file was replaced, so a replaced file is loaded from a
/// private copy.
final class BackendLoader: Sendable {
    static let shared = BackendLoader()

    private struct State {
        var loaded: [FileIdentity: LoadedBackend] = [:]
        /// What `dlopen` would give for a path, whether or not it proved to be a backend.
        var identityByPath: [String: FileIdentity] = [:]
    }

    private let state = Mutex(State())
    /// Backends that are linked into this process, by the names that stand for their paths.
    let linked: [String: LoadedBackend]

    init(linked: [String: LoadedBackend] = [:]) { self.linked = linked }

    func load(path: String) throws(PhotoError) -> LoadedBackend {
        if let backend = linked[path] { return backend }
        guard let canonical = canonicalPath(path), let identity = FileIdentity(path: canonical) else {
            throw PhotoError(.notFound, "\(path): no such plugin file")
        }
        // One at a time: entry points are called one at a time by contract.
        let result: Result<LoadedBackend, PhotoError> = state.withLock { state in
            if let known = state.loaded[identity] { return .success(known) }
            do throws(PhotoError) {
                let isReplaced = state.identityByPath[canonical].map { $0 != identity } ?? false
                if !isReplaced { state.identityByPath[canonical] = identity }
                let backend = try isReplaced ? loadCopy(of: canonical) : LoadedBackend(path: canonical)
                state.loaded[identity] = backend
                return .success(backend)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Loads from a copy in a folder of its own, which is gone again when the library is mapped.
    private func loadCopy(of path: String) throws(PhotoError) -> LoadedBackend {
        let temporary = environmentVariable("TMPDIR") ?? "/tmp"
        var template = Array("\(temporary)/picker-backend-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw PhotoError(.io, "\(temporary): no folder for a copy of \(path)", systemErrno: errno)
        }
        let folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // Never empty.
        let copy = "\(folder)/\(path.lastPathComponent)"
        defer {
            unlink(copy)
            rmdir(folder)
        }
        try copyFile(from: path, to: copy)
        do throws(PhotoError) {
            return try LoadedBackend(path: copy, shownPath: path)
        } catch {
            throw PhotoError(error.status, error.message.replacing(copy, with: path), systemErrno: error.systemErrno)
        }
    }

    private func copyFile(from source: String, to destination: String) throws(PhotoError) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw PhotoError(.io, "\(source): cannot be read", systemErrno: errno) }
        defer { close(input) }
        let output = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
        guard output >= 0 else { throw PhotoError(.io, "\(destination): cannot be written", systemErrno: errno) }
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 24)
            guard count >= 0 else { throw PhotoError(.io, "\(destination): cannot be written", systemErrno: errno) }
            if count == 0 { return }
        }
    }
}
