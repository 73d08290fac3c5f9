package import PhotoModel

/// Why a store did not do what it was asked to do. It is unchanged then.
package enum SessionStoreError: Error {
    /// There already is a client with that name.
    case nameTaken(String)
    /// The client has this many sessions, which is the most.
    case tooManySessions(Int)
    /// The client's pending sessions have this many preselected assets, which is the most, or would have more.
    case tooManyPreselected(Int)
    /// The client has this many grants in the library, which is the most.
    case tooManyGrants(Int)
    /// There is no such client, or it is revoked.
    case unknownClient
    /// The store has content, with which a copy would be mixed.
    case notEmpty(String)
    case diskFull(file: String)
    /// The file, or its folder, cannot be written.
    case notWritable(file: String)
    /// The file's content is not what was written.
    case damaged(file: String)
    /// The file is not a store, or is one of a newer version.
    case unusable(file: String, reason: String)
    /// Another process has held it for too long.
    case busy(file: String)
    /// The database server failed, for the reason that the error says.
    case server(PhotoError)
    /// SQLite failed.
    case database(any Error, file: String)
}

extension SessionStoreError: CustomStringConvertible {
    /// One line for the owner, which says what to do.
    package var description: String {
        switch self {
        case .nameTaken(let name): "there is a client \(name); revoke it first, or choose another name"
        case .tooManySessions(let most): "there are \(most) sessions of this client, which is the most; delete some"
        case .tooManyPreselected(let most):
            "the sessions of this client may begin with \(most) photos in all; delete some"
        case .tooManyGrants(let most): "the program has \(most) grants here, which is the most; grant an album instead"
        case .unknownClient: "there is no such program, or it is revoked; see picker clients list"
        case .notEmpty(let name): "\(name) has clients or sign-ins already; say the same without --copy to use these"
        case .diskFull(let file): "the disk is full and \(file) cannot grow; free some space, then try again"
        case .notWritable(let file): "\(file) cannot be written; change its permissions or choose another data folder"
        case .damaged(let file):
            "\(file) is damaged: restore a copy of it, or move it away and add the clients again; remove \(file)-wal in either case"
        case .unusable(let file, let reason): "\(file) \(reason); move it away, or choose another data folder"
        case .busy(let file): "another process does not let go of \(file); end it, then try again"
        case .server(let error): error.message
        case .database(let error, let file): "\(file) cannot be used: \(error)"
        }
    }
}

extension PhotoError {
    /// The error as the command line and the server report it.
    package init(_ error: SessionStoreError) {
        let status: PhotoStatus =
            switch error {
            case .nameTaken, .notEmpty: .alreadyExists
            case .tooManySessions, .tooManyPreselected: .rateLimited
            case .tooManyGrants: .quota
            case .unknownClient: .notFound
            case .diskFull: .noSpace
            case .notWritable: .accessDenied
            case .damaged, .unusable: .io
            case .busy: .busy
            case .server(let error): error.status
            case .database: .io
            }
        self.init(status, error.description)
    }
}
