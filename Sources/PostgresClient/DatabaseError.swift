package import PhotoModel

/// Why a statement has no result.
package enum DatabaseError: Error, Sendable {
    /// The caller cancelled the statement.
    case ended(Cancellation.Reason)
    /// libpq is not installed.
    case noLibrary
    /// The connection could not be made, for this reason.
    case notConnected(String)
    /// The server does not let this user in.
    case refused(String)
    /// The connection ended before the answer was complete.
    case lost
    /// The server refused the statement, with this SQLSTATE and message.
    case failed(state: String, String)
}

extension PhotoError {
    /// - Parameter name: the name of the server, for messages.
    package init(_ error: DatabaseError, _ name: String) {
        switch error {
        case .ended(let reason): self.init(reason)
        case .noLibrary: self = .unsupported("libpq is not installed, which speaks with PostgreSQL; install libpq5")
        case .notConnected(let reason):
            self.init(.offline, "PostgreSQL at \(name) cannot be reached: \(reason)")
        case .refused(let reason):
            self.init(
                .signInRequired,
                "PostgreSQL at \(name) lets no one in with this name and password (\(reason)); "
                    + "picker libraries sign-in says another password")
        case .lost: self.init(.stopped, "PostgreSQL at \(name) ended the connection; ask again")
        case .failed(let state, let words): self = Self.refused(state, words, name)
        }
    }

    /// Makes the error by the class of a SQLSTATE (PostgreSQL's manual, appendix A).
    private static func refused(_ state: String, _ words: String, _ name: String) -> PhotoError {
        let status: PhotoStatus
        var message = "PostgreSQL at \(name): \(words)"
        switch (state, state.prefix(2)) {
        case ("25006", _):
            (status, message) = (.accessDenied, message + "; it takes no writes now, as a standby does")
        case ("42501", _): (status, message) = (.accessDenied, message + "; grant it to the user, or open as another")
        case ("3D000", _), ("42P01", _), ("3F000", _): (status, message) = (.notFound, message)
        case (_, "40"), (_, "55"): status = .busy
        case ("53100", _): status = .noSpace
        case (_, "53"), ("57014", _): status = .busy
        case (_, "57"), (_, "08"): status = .stopped
        case (_, "58"): status = .io
        case (_, "28"): status = .signInRequired
        default: status = .internal
        }
        return PhotoError(status, message)
    }
}
