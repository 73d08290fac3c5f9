internal import GRDB
package import PhotoFolder
package import PhotoModel

/// Why the index could not answer, or could not be opened or brought up to date.
package enum IndexError: Error {
    /// The work was not wanted any more.
    case stopped(Cancellation.Reason)
    /// No such collection or asset; the text says what was looked for.
    case notFound(String)
    case invalidArgument(String)
    /// The fetch result is of a state of the index that had to be given up for newer ones.
    case expired
    /// Changes are not known as far back as a token reaches; fetch again.
    case tokenTooOld
    /// The library's root is not there any more. What the index knows stays.
    case libraryGone(path: String)
    case libraryUnreadable(FolderError)
    /// Another process refreshes this index.
    case busy(file: String)
    case diskFull(file: String)
    /// The file, or the folder that it is in.
    case notWritable(file: String)
    /// SQLite found the file damaged; the next opening rebuilds it.
    case corrupt(file: String)
    /// SQLite failed.
    case database(any Error)
}

extension IndexError {
    /// The error of whatever a piece of database work threw.
    package init(_ error: any Error) {
        self = error as? IndexError ?? .database(error)
    }

    /// The error of a piece of work on the index in `file`; what is no error of SQLite stays what it is.
    static func of(_ error: any Error, file: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_FULL: return IndexError.diskFull(file: file)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return IndexError.notWritable(file: file)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return IndexError.corrupt(file: file)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return IndexError.busy(file: file)
        // The file that readers share could not grow, which is what a full disk does to it.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            return IndexError.diskFull(file: file)
        default: return IndexError.database(error)
        }
    }
}

extension Cancellation {
    /// Throws when the work is not wanted any more.
    func checkIndexing() throws(IndexError) {
        if let reason { throw .stopped(reason) }
    }
}

extension IndexError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .stopped(let reason): PhotoError(reason).message
        case .notFound(let what): "there is no \(what); it may have been moved or removed"
        case .invalidArgument(let message): message
        case .expired: "the library changed often since this fetch; fetch again"
        case .tokenTooOld: "changes are not known as far back as that token; fetch again"
        case .libraryGone(let path): "the library \(path) is gone; mount or restore it, then try again"
        case .libraryUnreadable(let error): "\(error)"
        case .busy(let file): "another process is indexing \(file); wait for it to end"
        case .diskFull(let file): "the disk is full and \(file) cannot grow; free some space, then try again"
        case .notWritable(let file): "\(file) cannot be written; change its permissions or choose another data folder"
        case .corrupt(let file): "\(file) is damaged; open the library again, and it is made again"
        case .database(let error): "the index cannot be read: \(error); delete it, and it is made again"
        }
    }
}
