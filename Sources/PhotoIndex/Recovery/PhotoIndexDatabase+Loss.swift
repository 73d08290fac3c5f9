internal import GRDB
internal import Platform

extension PhotoIndexDatabase {
    /// Whether the index's file is the one that was opened, and holds something. Not so when it was removed, replaced or
    /// emptied: what SQLite then reads and writes has no name any more. Costs a look at the file.
    package var isInPlace: Bool {
        guard let status = try? FileStatus(path: files.database) else { return false }
        return status.identity == identity && status.byteSize > 0
    }

    /// Whether an error of work on this index says that it is damaged or not there any more.
    package func isLost(after error: any Error) -> Bool {
        switch error as? IndexError {
        case .stopped, .notFound, .invalidArgument, .expired, .tokenTooOld, .libraryGone, .libraryUnreadable, .busy,
            .diskFull:
            false
        case .corrupt: true
        case .notWritable, nil: !isInPlace
        case .database(let cause): Self.isDamage(cause) || !isInPlace
        }
    }

    private static func isDamage(_ error: any Error) -> Bool {
        guard let error = error as? DatabaseError else { return false }
        // What a full disk does to the file that readers share is no damage.
        guard error.extendedResultCode != .SQLITE_IOERR_SHMSIZE else { return false }
        // SQLITE_ERROR: there is no such table.
        return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_IOERR].contains(error.resultCode)
    }

    /// Opens the index of the same library again, in place of one that is lost: looks for damage first, and sets aside
    /// what is damaged.
    package func reopened(message: (String) -> Void) throws -> PhotoIndexDatabase {
        if ownDirectory == nil, isInPlace { files.suspect() }
        return try Self.open(root, directory: ownDirectory == nil ? files.directory : nil, message: message)
    }
}
