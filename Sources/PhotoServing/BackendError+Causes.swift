package import BackendKit
package import Imaging
package import PhotoCatalog
internal import PhotoModel

extension BackendError {
    package init(_ error: CatalogError) {
        self.init(error.status, error.description, systemErrno: error.systemErrno)
    }

    /// - Parameter filename: of the file that was decoded, for the message.
    package init(_ error: ImagingError, filename: String) {
        var code: Int32 = 0
        let status: PhotoStatus
        switch error {
        case .notFound: status = .notFound
        case .io(_, let systemErrno): (status, code) = (.io, systemErrno)
        case .notRegularFile, .unsupportedFormat: status = .unsupportedFormat
        case .corrupt: status = .corruptMedia
        case .tooLarge: status = .tooLarge
        case .cancelled: status = .cancelled
        case .timedOut: status = .deadline
        case .outOfMemory: status = .outOfMemory
        case .invalidRequest: status = .invalidArgument
        }
        self.init(status, "\(filename): \(error)", systemErrno: code)
    }
}

/// Runs what reads files; its errors become those of the ABI.
package func reading<Result>(_ body: () throws(CatalogError) -> Result) throws(BackendError) -> Result {
    do throws(CatalogError) {
        return try body()
    } catch {
        throw BackendError(error)
    }
}

/// Runs what opens a library's root: what is no folder is a wrong argument there.
package func openingRoot(
    _ body: () throws(CatalogError) -> LibraryRoot
) throws(BackendError) -> LibraryRoot {
    do throws(CatalogError) {
        return try body()
    } catch {
        guard case .notFolder = error else { throw BackendError(error) }
        throw BackendError(.invalidArgument, error.description)
    }
}

/// Runs what decodes the file of that name; its errors become those of the ABI.
package func decoding<Result>(
    _ filename: String, _ body: () throws(ImagingError) -> Result
) throws(BackendError) -> Result {
    do throws(ImagingError) {
        return try body()
    } catch {
        throw BackendError(error, filename: filename)
    }
}
