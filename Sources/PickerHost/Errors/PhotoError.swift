public import PhotoModel

/// Why the host or a backend could not do what it was asked: a code of the ABI and one line for people.
public struct PhotoError: Error, Hashable, Sendable {
    public var status: PhotoStatus
    /// What went wrong, with which file, and what to do.
    public var message: String
    /// errno of the operating system, or 0.
    public var systemErrno: Int32

    public init(_ status: PhotoStatus, _ message: String, systemErrno: Int32 = 0) {
        self.status = status
        self.message = message
        self.systemErrno = systemErrno
    }

    static let cancelled = PhotoError(.cancelled, "the request was cancelled")
    static let closed = PhotoError(.closed, "the library is closed")
}

extension PhotoError: CustomStringConvertible {
    public var description: String { message }
}
