public import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension BackendError {
    /// What a function of the system said no with.
    ///
    /// - Parameters:
    ///   - code: `errno`, read before anything else could change it.
    ///   - message: what could not be done, with which file.
    public static func system(_ code: Int32, _ message: String) -> BackendError {
        BackendError(PhotoStatus(errno: code), message, systemErrno: code)
    }
}

extension PhotoStatus {
    /// The status that fits a number of errno best.
    public init(errno code: Int32) {
        self =
            switch code {
            case EACCES, EPERM: .accessDenied
            case ENOENT, ENOTDIR: .notFound
            case ELOOP: .changed  // A link lies where there was a file: links are not followed.
            case ENOMEM: .outOfMemory
            default: .io
            }
    }
}
