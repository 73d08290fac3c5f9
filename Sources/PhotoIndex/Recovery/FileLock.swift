internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// An advisory lock that processes, and openings within one process, hold one after the other. Goes with its holder,
/// however that ends.
final class FileLock {
    private let descriptor: CInt

    private init(_ descriptor: CInt) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Takes the lock on `path`, which is made when it is not there.
    ///
    /// - Parameters:
    ///   - waits: whether to wait for another holder; otherwise nil is returned.
    ///   - check: called every few milliseconds while waiting; what it throws ends that.
    static func take(_ path: String, waits: Bool, check: () throws -> Void = {}) throws -> FileLock? {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw IndexError(code: errno, file: path) }
        let lock = FileLock(descriptor)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw IndexError(code: errno, file: path) }
            guard waits else { return nil }
            try check()
            _ = poll(nil, 0, 10)
        }
        return lock
    }
}

extension IndexError {
    /// The error for an `errno` value of a system call on `file`.
    init(code: CInt, file: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull(file: file)
        case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ELOOP: self = .notWritable(file: file)
        default: self = .database(Errno(rawValue: code))
        }
    }
}
