internal import GRDB
package import PhotoModel
internal import Platform

extension PhotoIndexDatabase {
    /// Whether the index's file still is the one that was opened, and is not empty. If it was removed, replaced or
    /// emptied, SQLite goes on to read and write a file without a name. Takes one look at the file's status.
    package var isInPlace: Bool {
        guard let status = try? FileStatus(path: files.database) else { return false }
        return status.identity == identity && status.byteSize > 0
    }

    /// Whether an error of work on this index means that it is damaged or does not exist any more.
    package func isLost(after error: any Error) -> Bool {
        switch error as? IndexError {
        case .stopped, .notFound, .invalidArgument, .expired, .tokenTooOld, .libraryGone, .libraryUnreadable, .busy,
            .diskFull, .writeRefused, .writeFailed:
            false
        case .corrupt: true
        case .notWritable, nil: !isInPlace
        case .database(let cause): Self.isDamage(cause) || !isInPlace
        }
    }

    private static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        // A full disk makes the readers' shared memory fail, and a share of it that is used up, or a disk with a fault, makes
        // writing fail. None of these is damage.
        guard ![.SQLITE_IOERR_SHMSIZE, .SQLITE_IOERR_WRITE].contains(error.extendedResultCode) else { return false }
        // SQLITE_ERROR is reported when a table is missing.
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_IOERR].contains(error.resultCode)
    }

    /// Opens an index of the same library in place of this one, which is lost. Checks the file for damage first, and
    /// sets it aside if it is damaged.
    package func reopened(cancellation: Cancellation, message: (String) -> Void) throws -> PhotoIndexDatabase {
        if ownDirectory == nil, isInPlace { files.suspect() }
        return try Self.open(
            root, directory: ownDirectory == nil ? files.directory : nil, cancellation: cancellation, message: message)
    }
}
