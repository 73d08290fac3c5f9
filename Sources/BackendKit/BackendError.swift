public import PhotoModel

/// Why a backend could not do what it was asked: a code of the ABI and one line for people.
public struct BackendError: Error, Equatable, Sendable {
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
}

extension BackendError {
    public static func unsupported(_ message: String) -> BackendError { .init(.unsupported, message) }
    public static func invalidArgument(_ message: String) -> BackendError { .init(.invalidArgument, message) }
    public static func notFound(_ message: String) -> BackendError { .init(.notFound, message) }
    public static func changed(_ message: String) -> BackendError { .init(.changed, message) }
    public static let closed = BackendError(.closed, "the library is closed")
}

extension BackendError: CustomStringConvertible {
    public var description: String { "\(status): \(message)" }
}
