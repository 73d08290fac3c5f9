internal import BackendKit
internal import PhotoIndex
internal import PhotoModel
internal import PhotoServing

extension BackendError {
    init(_ error: IndexError) {
        switch error {
        case .stopped(let reason): self = reason as? BackendError ?? BackendError(.cancelled, "\(reason)")
        case .libraryUnreadable(let reason): self.init(reason)
        default: self.init(error.status, error.description)
        }
    }
}

extension IndexError {
    /// The code of the backend ABI that says the same.
    fileprivate var status: PhotoStatus {
        switch self {
        case .stopped: .cancelled
        case .notFound, .libraryGone, .tokenTooOld: .notFound
        case .invalidArgument: .invalidArgument
        case .expired: .changed
        case .libraryUnreadable, .notWritable: .accessDenied
        case .busy, .diskFull, .corrupt, .database: .io
        }
    }
}

/// Runs what uses the index; its errors become those of the ABI.
func indexing<Result>(_ body: () throws -> Result) throws(BackendError) -> Result {
    do {
        return try body()
    } catch {
        if let error = error as? BackendError { throw error }
        throw BackendError(error as? IndexError ?? .database(error))
    }
}
