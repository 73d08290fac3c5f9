internal import Foundation
internal import GRDB
package import PhotoCatalog
internal import PhotoModel

extension Catalog {
    /// Opens the catalog of a library. One that cannot be used (damaged, of a newer version, of another library) is set
    /// aside under a dated name, and an empty one takes its place.
    ///
    /// Several processes may do so at once.
    ///
    /// - Parameters:
    ///   - directory: the data folder; nil: a temporary one that goes with the catalog.
    ///   - message: told in one line what was set aside, and why.
    /// - Throws: `IndexError`: `notWritable`, `diskFull`, `database`.
    package static func open(
        _ root: LibraryRoot, directory: String?, message: (String) -> Void = { _ in }
    ) throws -> Catalog {
        let own = directory == nil ? try OwnDirectory() : nil
        let files = CatalogFiles(directory: directory ?? own?.path ?? "")
        let lock = try FileLock.take(files.openingLock, waits: true)
        defer { withExtendedLifetime(lock) {} }
        switch try attempt(root, files, own) {
        case .opened(let catalog): return catalog
        case .flawed(let reason):
            let aside = try files.setAside(now: .now)
            message("\(files.database) \(reason); it was set aside as \(aside) and is made anew")
        }
        guard case .opened(let catalog) = try attempt(root, files, own) else {
            throw IndexError.corrupt(file: files.database)
        }
        return catalog
    }

    private enum Attempt {
        case opened(Catalog)
        /// Says why the catalog cannot be used.
        case flawed(String)
    }

    private static func attempt(_ root: LibraryRoot, _ files: CatalogFiles, _ own: OwnDirectory?) throws -> Attempt {
        do {
            let isSuspect = files.isSuspect
            let catalog = try Catalog(
                root: root, directory: files.directory, ownDirectory: own, isSuspect: isSuspect)
            if isSuspect { files.trust() }
            let owner = try catalog.pool.read { database in try LibraryRow(database).root }
            return owner == Data(root.path) ? .opened(catalog) : .flawed("is of another library")
        } catch let flaw as CatalogFlaw {
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

/// What makes a readable file unfit to be opened as a catalog.
struct CatalogFlaw: Error {
    let reason: String
}
