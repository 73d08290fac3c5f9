internal import Pixels

/// Why an image could not be read, scaled or written.
///
/// Every case carries what a person needs to know; `description` is one line of plain words.
public enum ImagingError: Error, Equatable, Sendable {
    /// There is no file at the path.
    case notFound(path: String)
    /// The path names a folder, a pipe, a socket or a device.
    case notRegularFile(path: String)
    /// The system refused; `code` is an `errno` value.
    case io(path: String?, code: CInt)
    /// The bytes are a format, or a variant of one, that is not decoded here.
    case unsupportedFormat(String)
    /// The bytes are not what their signature says, or end too early to be of use.
    case corrupt(String)
    /// More pixels, bytes or memory than the limits allow; known from the header, before decoding.
    case tooLarge(String)
    /// The caller asked to stop.
    case cancelled
    /// Decoding took longer than the limits allow.
    case timedOut(seconds: Double)
    /// The system has no memory left for this image.
    case outOfMemory(bytes: Int)
    /// The request makes no sense for this image.
    case invalidRequest(String)
}

extension ImagingError {
    init(_ error: PixelBufferError) {
        self =
            switch error {
            case .invalidSize(let size): .invalidRequest("an image of \(size) pixels cannot be held in memory")
            case .outOfMemory(let bytes): .outOfMemory(bytes: bytes)
            }
    }
}
