/// Why a backend or the host could not do what it was asked to: a status code of the ABI, and one line for people.
public struct PhotoError: Error, Sendable {
    /// What kind of error this is, for callers to act on.
    public var status: PhotoStatus
    /// What went wrong, with which file, and what to do.
    public var message: String
    /// The errno of the operating system; 0 when the system reported none.
    public var systemErrno: Int32
    /// How long to wait before trying again; nil when that is not known.
    public var retryAfter: Duration?
    /// The error of the layer below that led to this one; nil when the error began here. It does not cross the ABI.
    public var underlying: (any Error)?

    /// - Parameters:
    ///   - status: what kind of error this is.
    ///   - message: what went wrong, with which file, and what to do.
    ///   - systemErrno: the errno of the operating system; 0 when the system reported none.
    ///   - retryAfter: how long to wait before trying again; nil when that is not known.
    ///   - underlying: the error of the layer below that led to this one.
    public init(
        _ status: PhotoStatus, _ message: String, systemErrno: Int32 = 0, retryAfter: Duration? = nil,
        underlying: (any Error)? = nil
    ) {
        self.status = status
        self.message = message
        self.systemErrno = systemErrno
        self.retryAfter = retryAfter
        self.underlying = underlying
    }
}

extension PhotoError {
    /// The error of an operation that the backend does not offer.
    public static func unsupported(_ message: String) -> PhotoError { .init(.unsupported, message) }
    /// The error of a call whose arguments violate the contract.
    public static func invalidArgument(_ message: String) -> PhotoError { .init(.invalidArgument, message) }
    /// The error of an asset, collection, representation or file that does not exist.
    public static func notFound(_ message: String) -> PhotoError { .init(.notFound, message) }
    /// The error of a file whose content is not the one that the caller knows.
    public static func changed(_ message: String) -> PhotoError { .init(.changed, message) }
    /// The error of a call that needs the network and was not allowed to use it.
    ///
    /// - Parameter place: where what is asked for is, as "its bytes are at photos.example".
    public static func networkNotAllowed(_ place: String) -> PhotoError {
        .init(.networkNotAllowed, "\(place), and asking for them is not allowed; allow the network")
    }
    /// The error of a call that ended early because its caller no longer wanted it.
    public static let cancelled = PhotoError(.cancelled, "the request was cancelled")
    /// The error of a call that ended early because its deadline had passed.
    public static let deadline = PhotoError(.deadline, "the deadline has passed")
    /// The error of a call to a library that was closed before the call or during it.
    public static let closed = PhotoError(.closed, "the library is closed")
}

/// Two errors are equal when callers cannot distinguish them; the errors below them are not compared.
extension PhotoError {
    /// The whole seconds to wait before trying again, rounded up, because trying too early fails again; nil when that is not
    /// known.
    package var secondsToRetry: Int64? {
        guard let (seconds, attoseconds) = retryAfter?.components else { return nil }
        return seconds + (attoseconds > 0 ? 1 : 0)
    }
}

extension PhotoError: Hashable {
    /// Whether callers cannot distinguish the errors.
    public static func == (one: PhotoError, other: PhotoError) -> Bool {
        one.status == other.status && one.message == other.message && one.systemErrno == other.systemErrno
            && one.retryAfter == other.retryAfter
    }

    /// Hashes everything but the error below.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(message)
        hasher.combine(systemErrno)
        hasher.combine(retryAfter)
    }
}

extension PhotoError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
