internal import GRDB
package import PhotoCatalog

/// Why the index could not answer, or could not be opened or brought up to date.
package enum IndexError: Error {
    /// The closure that is asked whether to go on threw this.
    case stopped(any Error)
    /// No such collection or asset; the text says what was looked for.
    case notFound(String)
    case invalidArgument(String)
    /// The fetch result is of a state of the catalog that had to be given up for newer ones.
    case expired
    /// Changes are not known as far back as a token reaches; fetch again.
    case tokenTooOld
    /// The library's root is not there any more. What the catalog knows stays.
    case libraryGone(path: String)
    case libraryUnreadable(CatalogError)
    /// Another process refreshes this catalog.
    case busy(file: String)
    case diskFull(file: String)
    /// The file, or the folder that it lies in.
    case notWritable(file: String)
    /// SQLite found the file damaged; the next opening makes it anew.
    case corrupt(file: String)
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
        case .tokenTooOld: "changes are not known as far back as that token; fetch again"
        case .libraryGone(let path): "the library \(path) is gone; mount or restore it, then try again"
        case .libraryUnreadable(let error): "\(error)"
        case .busy(let file): "another process is indexing \(file); wait for it to end"
        case .diskFull(let file): "the disk is full and \(file) cannot grow; free some space, then try again"
        case .notWritable(let file): "\(file) cannot be written; change its permissions or choose another data folder"
        case .corrupt(let file): "\(file) is damaged; open the library again to have it made anew"
        case .database(let error): "the catalog cannot be read: \(error); deleting it has it made anew"
        }
    }
}
