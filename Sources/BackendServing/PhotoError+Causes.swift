package import Imaging
package import PhotoFolder
package import PhotoModel

extension PhotoError {
    package init(_ error: FolderError) {
        self.init(error.status, error.description, systemErrno: error.systemErrno, underlying: error)
    }

    /// - Parameter filename: the name of the file that was decoded, for the message.
    package init(_ error: ImagingError, filename: String) {
        self.init(error.status, "\(filename): \(error)", systemErrno: error.systemErrno, underlying: error)
    }
}

/// Runs work that reads files, and turns its errors into those of the ABI.
package func reading<Result>(_ body: () throws(FolderError) -> Result) throws(PhotoError) -> Result {
    do throws(FolderError) {
        return try body()
    } catch {
        throw PhotoError(error)
    }
}

/// Runs work that opens a library's root. A root that is not a folder is reported as an invalid argument.
package func openingRoot(
    _ body: () throws(FolderError) -> LibraryRoot
) throws(PhotoError) -> LibraryRoot {
    do throws(FolderError) {
        return try body()
    } catch {
        guard case .notFolder = error else { throw PhotoError(error) }
        throw PhotoError(.invalidArgument, error.description, underlying: error)
    }
}

/// Runs work that decodes the file with that name, and turns its errors into those of the ABI.
package func decoding<Result>(
    _ filename: String, _ body: () throws(ImagingError) -> Result
) throws(PhotoError) -> Result {
    do throws(ImagingError) {
        return try body()
    } catch {
        throw PhotoError(error, filename: filename)
    }
}
