internal import GRDB

/// Why the index could not answer.
package enum IndexError: Error {
    /// The closure that is asked whether to go on threw this.
    case stopped(any Error)
    /// No such collection or asset; the text says what was looked for.
    case notFound(String)
    case invalidArgument(String)
    /// The fetch result is of a state of the catalog that had to be given up for newer ones.
    case expired
    /// SQLite failed.
    case database(any Error)
}

extension IndexError {
    /// The error of whatever a piece of database work threw.
    init(_ error: any Error) {
        self = error as? IndexError ?? .database(error)
    }
}

extension IndexError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .stopped(let error): "\(error)"
        case .notFound(let what): "there is no \(what); it may have been moved or removed"
        case .invalidArgument(let message): message
        case .expired: "the library changed often since this fetch; fetch again"
        case .database(let error): "the catalog cannot be read: \(error); deleting it has it made anew"
        }
    }
}
