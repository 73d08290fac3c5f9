internal import BackendKit
internal import BackendServing
internal import PhotoIndex
internal import PhotoModel

extension PhotoError {
    init(_ error: IndexError) {
        switch error {
        case .stopped(let reason): self.init(reason)
        case .libraryUnreadable(let reason): self.init(reason)
        default: self.init(error.status, error.description, underlying: error)
        }
    }
}

extension IndexError {
    /// The status of the backend ABI that means the same.
    fileprivate var status: PhotoStatus {
        switch self {
        case .stopped: .cancelled
        case .notFound, .libraryGone, .tokenTooOld: .notFound
        case .invalidArgument: .invalidArgument
        case .expired: .changed
        case .libraryUnreadable, .notWritable: .accessDenied
        case .busy: .busy
        case .diskFull, .writeRefused: .noSpace
        case .writeFailed, .corrupt, .database: .io
        }
    }
}

/// Runs work on the index, and turns its errors into those of the ABI.
func indexing<Result>(_ body: () throws -> Result) throws(PhotoError) -> Result {
    do {
        return try body()
    } catch {
        if let error = error as? PhotoError { throw error }
        throw PhotoError(IndexError(error))
    }
}
