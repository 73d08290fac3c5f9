internal import Glibc

/// The errno of a failed system call. Its description is the system's text for it.
package struct SystemError: Error, Hashable, Sendable {
    /// The value of errno; never 0.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The error of the last failed call on this thread.
    static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
    package var description: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
}

extension SystemError {
    package static let accessDenied = SystemError(code: EACCES)
    package static let notPermitted = SystemError(code: EPERM)
    package static let notFound = SystemError(code: ENOENT)
    package static let notFolder = SystemError(code: ENOTDIR)
    package static let nameTooLong = SystemError(code: ENAMETOOLONG)
    package static let exists = SystemError(code: EEXIST)
    package static let linkLoop = SystemError(code: ELOOP)
    /// Opening a socket as a file, or a device that has no driver.
    package static let noDevice = SystemError(code: ENXIO)
    package static let diskFull = SystemError(code: ENOSPC)
    package static let quotaExceeded = SystemError(code: EDQUOT)
    package static let readOnlyFileSystem = SystemError(code: EROFS)
    package static let fileTooLarge = SystemError(code: EFBIG)
    package static let inputOutput = SystemError(code: EIO)
    package static let outOfMemory = SystemError(code: ENOMEM)
    /// This process has no descriptor left.
    package static let noDescriptors = SystemError(code: EMFILE)
    /// The system has no descriptor left.
    package static let noSystemDescriptors = SystemError(code: ENFILE)
    /// The call would block, or a resource is temporarily unavailable.
    package static let tryAgain = SystemError(code: EAGAIN)
    package static let interrupted = SystemError(code: EINTR)
    package static let invalidArgument = SystemError(code: EINVAL)
    package static let invalidDescriptor = SystemError(code: EBADF)
    package static let notSupported = SystemError(code: EOPNOTSUPP)
    package static let notImplemented = SystemError(code: ENOSYS)
    /// No process listens at this address.
    package static let connectionRefused = SystemError(code: ECONNREFUSED)
    /// No process reads from the other end.
    package static let brokenPipe = SystemError(code: EPIPE)
}

extension SystemError {
    /// Whether a disk fails, or is not connected or reached any more.
    package var isOfDisk: Bool {
        [
            EIO, ENODEV, ESTALE, EREMOTEIO, ENOTCONN, ETIMEDOUT, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH,
        ].contains(code)
    }
}

/// Makes a system call, and repeats it if a signal interrupted it.
///
/// - Throws: errno if the result is negative.
@discardableResult
func checked<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw .last }
    }
}
