internal import GRDB

extension IndexError {
    /// The error of a piece of work on the catalog in `file`; what is no error of SQLite stays what it is.
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
