internal import Foundation
internal import GRDB
package import PhotoFolder
package import PhotoModel
internal import Platform

extension PhotoIndexDatabase {
    /// Opens the index of a library. If it cannot be used (it is damaged, of a newer version, or of another library),
    /// it is set aside under a name with the date, and an empty index takes its place.
    ///
    /// Several processes may call this at the same time.
    ///
    /// - Parameters:
    ///   - directory: the data folder; nil: a temporary one that is removed with the index.
    ///   - cancellation: checked while another process opens the index, and while the index is checked for damage.
    ///   - message: called with one line if an index was set aside; it says which one and why.
    /// - Throws: `IndexError`: `notWritable`, `diskFull`, `database`, `stopped`.
    package static func open(
        _ root: LibraryRoot, directory: String?, cancellation: Cancellation = .never,
        message: (String) -> Void = { _ in }
    ) throws -> PhotoIndexDatabase {
        let own = directory == nil ? try scratchFolder() : nil
        let files = IndexFiles(directory: directory ?? own?.path ?? "")
        let lock = try FileLock.take(files.openingLock, waits: true, cancellation: cancellation)
        defer { withExtendedLifetime(lock) {} }
        files.removeRemains()
        switch try attempt(root, files, own, cancellation) {
        case .opened(let photoIndex): return photoIndex
        case .flawed(let reason):
            let aside = try files.setAside(now: .now)
            message("\(files.database) \(reason); it was set aside as \(aside) and is made again")
        }
        guard case .opened(let photoIndex) = try attempt(root, files, own, cancellation) else {
            throw IndexError.corrupt(file: files.database)
        }
        return photoIndex
    }

    private enum Attempt {
        case opened(PhotoIndexDatabase)
        /// The index cannot be used, for this reason.
        case flawed(String)
    }

    /// A temporary data folder for backends that were given none. It is removed with its last reference.
    private static func scratchFolder() throws(IndexError) -> ScratchFolder {
        do throws(SystemError) {
            return try ScratchFolder(prefix: "picker-catalog")
        } catch {
            throw IndexError(error, file: ScratchFolder.parent)
        }
    }

    private static func attempt(
        _ root: LibraryRoot, _ files: IndexFiles, _ own: ScratchFolder?, _ cancellation: Cancellation
    ) throws -> Attempt {
        do {
            let isSuspect = files.isSuspect
            let photoIndex = try PhotoIndexDatabase(
                root: root, directory: files.directory, ownDirectory: own, isSuspect: isSuspect,
                cancellation: cancellation)
            if isSuspect { files.trust() }
            let owner = try photoIndex.pool.read { database in try LibraryRow(database).root }
            return owner == Data(root.path) ? .opened(photoIndex) : .flawed("is of another library")
        } catch let flaw as IndexFlaw {
            return .flawed(flaw.reason)
        } catch let error as DatabaseError {
            guard isDamage(error) else { throw IndexError.of(error, file: files.database) }
            return .flawed("is damaged")
        }
    }

    /// Whether an error means that the file is damaged. SQLITE_ERROR, from a file that could be opened, means that its
    /// tables are wrong.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(
            error.resultCode)
    }
}

/// The reason why a readable file cannot be opened as an index.
struct IndexFlaw: Error {
    let reason: String
}
