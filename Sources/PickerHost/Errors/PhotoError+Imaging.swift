internal import Imaging
internal import PhotoModel

extension PhotoError {
    /// What went wrong in the host's own scaling or encoding.
    init(_ error: ImagingError) {
        let status: PhotoStatus =
            switch error {
            case .notFound: .notFound
            case .notRegularFile, .invalidRequest: .invalidArgument
            case .io: .io
            case .unsupportedFormat: .unsupportedFormat
            case .corrupt: .corruptMedia
            case .tooLarge: .tooLarge
            case .cancelled: .cancelled
            case .timedOut: .deadline
            case .outOfMemory: .outOfMemory
            }
        self.init(status, String(describing: error))
    }
}
