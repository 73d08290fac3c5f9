internal import Foundation
internal import GRDB
package import PhotoFolder
internal import PhotoModel
internal import Platform

extension PhotoIndexDatabase {
    /// Opens the index of a library. One that cannot be used (damaged, of a newer version, of another library) is set
    /// aside under a dated name, and an empty one takes its place.
    ///
    /// Several processes may do so at once.
    ///
    /// - Parameters:
    ///   - directory: the data folder; nil: a temporary one that goes with the index.
    ///   - message: gets one line: what was set aside, and why.
    /// - Throws: `IndexError`: `notWritable`, `diskFull`, `database`.
    package static func open(
        _ root: LibraryRoot, directory: String?, message: (String) -> Void = { _ in }
    ) throws -> PhotoIndexDatabase {
        let own = directory == nil ? try scratchFolder() : nil
        let files = IndexFiles(directory: directory ?? own?.path ?? "")
        let lock = try FileLock.take(files.openingLock, waits: true)
        defer { withExtendedLifetime(lock) {} }
        files.removeRemains()
        switch try attempt(root, files, own) {
        case .opened(let photoIndex): return photoIndex
        case .flawed(let reason):
            let aside = try files.setAside(now: .now)
            message("\(files.database) \(reason); it was set aside as \(aside) and is made again")
        }
        guard case .opened(let photoIndex) = try attempt(root, files, own) else {
            throw IndexError.corrupt(file: files.database)
        }
        return photoIndex
    }

    private enum Attempt {
        case opened(PhotoIndexDatabase)
        /// Says why the index cannot be used.
        case flawed(String)
    }

    /// A data folder for backends that were given none: removed with its last reference.
    private static func scratchFolder() throws(IndexError) -> ScratchFolder {
        do throws(SystemError) {
            return try ScratchFolder(prefix: "picker-catalog")
        } catch {
            throw IndexError(error, file: ScratchFolder.parent)
        }
    }

    private static func attempt(_ root: LibraryRoot, _ files: IndexFiles, _ own: ScratchFolder?) throws -> Attempt {
        do {
            let isSuspect = files.isSuspect
            let photoIndex = try PhotoIndexDatabase(
                root: root, directory: files.directory, ownDirectory: own, isSuspect: isSuspect)
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

    /// SQLITE_ERROR of a file that was opened says that its tables are not as they should be.
    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH].contains(
            error.resultCode)
    }
}

/// What makes a readable file unfit to be opened as an index.
struct IndexFlaw: Error {
    let reason: String
}
