internal import Imaging
internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// How a library is opened.
public struct LibraryConfiguration: Sendable {
    /// The folder of photos; any path.
    public var root: String
    public var backend: BackendChoice
    /// Where backends keep what they need, each library in a folder of its own below `libraries`, made when it is
    /// missing; nil: `picker` in the user's data folder, for backends that keep an index.
    public var dataDirectory: String?
    /// Threads that call the backend, at least 1.
    public var workers: Int
    /// False when `PhotoLibrary.refreshIndex` comes next: opening then takes the index as it is.
    public var refreshesIndex = true

    public init(
        root: String, backend: BackendChoice = .auto, dataDirectory: String? = nil,
        workers: Int = Self.processorCount
    ) {
        self.root = root
        self.backend = backend
        self.dataDirectory = dataDirectory
        self.workers = workers
    }

    /// Processors that this process may use.
    public static var processorCount: Int { Imaging.processorCount() }

    /// The root without links and "..".
    ///
    /// - Throws: `.notFound` when there is nothing, `.invalidArgument` when it is not a folder.
    func canonicalRoot() throws(PhotoError) -> String {
        guard let canonical = canonicalPath(root) else {
            let code = errno
            guard code == EACCES else {
                throw PhotoError(.notFound, "\(root): no such folder; name one with --library", systemErrno: code)
            }
            throw PhotoError(.accessDenied, "\(root): permission denied", systemErrno: code)
        }
        var status = stat()
        guard stat(canonical, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw PhotoError(.invalidArgument, "\(root): not a folder; name the folder that holds the photos")
        }
        return canonical
    }
}
