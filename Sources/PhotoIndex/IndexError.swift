internal import GRDB
package import PhotoFolder
package import PhotoModel
internal import Platform

/// Why the index could not answer, or could not be opened or brought up to date.
package enum IndexError: Error {
    /// The caller cancelled the work.
    case stopped(Cancellation.Reason)
    /// There is no such collection or asset. The text says what was looked for.
    case notFound(String)
    case invalidArgument(String)
    /// The fetch result reads a state of the index that was given up to make room for newer ones; fetch again.
    case expired
    /// The log of changes does not reach back to the token; fetch again.
    case tokenTooOld
    /// The library's root does not exist any more. The index keeps what it knows.
    case libraryGone(path: String)
    /// The library's root exists and cannot be read. The index keeps what it knows.
    case libraryUnreadable(FolderError)
    /// Another process is refreshing this index.
    case busy(file: String)
    case diskFull(file: String)
    /// A write was refused, although the disk is not full: the user's share of it is used up. The file is as it was.
    case writeRefused(file: String)
    /// A write failed, as on a disk with a fault, or one that is reached by a network. The file is as it was.
    case writeFailed(file: String, reason: String)
    /// The index file, or the folder that it is in, cannot be written.
    case notWritable(file: String)
    /// SQLite found the file damaged; the next opening rebuilds it.
    case corrupt(file: String)
    /// SQLite failed.
    case database(any Error)
}

extension IndexError {
    /// Turns an error that database work threw into an `IndexError`.
    package init(_ error: any Error) {
        self = error as? IndexError ?? .database(error)
    }

    /// Turns an error of SQLite, thrown by work on the index in `file`, into an `IndexError`. Other errors are returned
    /// unchanged.
    ///
    /// - Parameter refusal: why the system refuses to write beside a file now; nil if it does not.
    static func of(
        _ error: any Error, file: String, refusal: (String) -> SystemError? = Self.refusal(beside:)
    ) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_FULL: return IndexError.diskFull(file: file)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: return IndexError.notWritable(file: file)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return IndexError.corrupt(file: file)
        case .SQLITE_BUSY, .SQLITE_LOCKED: return IndexError.busy(file: file)
        // The shared-memory file of the readers could not grow: that is how a full disk shows.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            return IndexError.diskFull(file: file)
        // SQLite has a code for a full disk, and one for all other reasons not to write.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE:
            return IndexError.unwritten(file, refusal(file))
        default: return IndexError.database(error)
        }
    }

    private static func unwritten(_ file: String, _ refusal: SystemError?) -> IndexError {
        switch refusal {
        case .some(.diskFull): .diskFull(file: file)
        case .some(.quotaExceeded): .writeRefused(file: file)
        case .some(let error): .writeFailed(file: file, reason: "\(error)")
        case .none: .writeFailed(file: file, reason: "a write was refused")
        }
    }

    /// Writes to a file without a name, as large as what SQLite writes at once.
    private static func refusal(beside file: String) -> SystemError? {
        let path = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        do throws(SystemError) {
            let folder = try OwnedDescriptor.open(path, [.folder])
            let probe = try folder.borrowed.openUnnamed(permissions: 0o600)
            try probe.borrowed.write([UInt8](repeating: 0, count: 64 << 10))
            try probe.borrowed.sync()
            return nil
        } catch {
            // Others are of file systems without such files, and say nothing of the disk.
            let causes: [SystemError] = [.diskFull, .quotaExceeded, .inputOutput, .readOnlyFileSystem]
            return causes.contains(error) ? error : nil
        }
    }
}

extension Cancellation {
    /// Throws if the caller cancelled the work.
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
        case .writeRefused(let file):
            "\(file) cannot grow: your share of the disk is used up; free some space, then try again"
        case .writeFailed(let file, let reason):
            "\(file) cannot be written: \(reason); check the disk, and what connects it, then try again"
        case .notWritable(let file): "\(file) cannot be written; change its permissions or choose another data folder"
        case .corrupt(let file): "\(file) is damaged; open the library again, and it is made again"
        case .database(let error): "the index cannot be read: \(error); delete it, and it is made again"
        }
    }
}
