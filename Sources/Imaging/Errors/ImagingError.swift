public import PhotoModel
internal import Platform
internal import SystemPackage

/// Why an image could not be read, scaled or written.
///
/// Every case contains what a user needs to know; `description` is one line in plain words.
public enum ImagingError: Error, Equatable, Sendable {
    /// No file exists at the path.
    case notFound(path: String)
    /// The path names a folder, a pipe, a socket or a device.
    case notRegularFile(path: String)
    /// A system call failed; `code` is an `errno` value.
    case io(path: String?, code: CInt)
    /// The bytes are a format, or a variant of one, that is not decoded here.
    case unsupportedFormat(String)
    /// The bytes are not what their signature says, or end too early to be of use.
    case corrupt(String)
    /// The image has more pixels or bytes, or needs more memory, than the limits allow. This is known from the header, before
    /// decoding.
    case tooLarge(String)
    /// The caller asked to stop.
    case cancelled
    /// Decoding took longer than the limits allow.
    case timedOut(seconds: Double)
    /// The system has not enough memory for this image. `bytes` is 0 if the size is not known.
    case outOfMemory(bytes: Int)
    /// The request is invalid for this image.
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

extension ImagingError {
    /// The status of the backend ABI that stands for this error.
    public var status: PhotoStatus {
        switch self {
        case .notFound: .notFound
        // Only writing, such as a copy of a file, can run out of space.
        case .io(_, SystemError.diskFull.code): .noSpace
        case .io(_, SystemError.quotaExceeded.code): .quota
        case .io: .io
        case .notRegularFile, .unsupportedFormat: .unsupportedFormat
        case .corrupt: .corruptMedia
        case .tooLarge: .tooLarge
        case .cancelled: .cancelled
        case .timedOut: .deadline
        case .outOfMemory: .outOfMemory
        case .invalidRequest: .invalidArgument
        }
    }

    /// The `errno` value of a failed system call; 0 for all other errors.
    public var systemErrno: Int32 { if case .io(_, let code) = self { code } else { 0 } }
}

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound(let path): "there is no file at \(path); check the path"
        case .notRegularFile(let path): "\(path) is not a regular file; give the path of an image file"
        case .io(let path, let code): Self.describe(path: path, code: code)
        case .unsupportedFormat(let what): "\(what) cannot be decoded here; convert it, or use a backend that can"
        case .corrupt(let what): "the image is damaged: \(what); restore it from its source"
        case .tooLarge(let what): "the image is too large: \(what); raise the limits to decode it"
        case .cancelled: "the request was cancelled"
        case .timedOut(let seconds):
            "decoding took more than the \(seconds) seconds that are allowed; raise the limit, or ask for a smaller size"
        case .outOfMemory(let bytes): "out of memory for an image of \(bytes) bytes; ask for a smaller size"
        case .invalidRequest(let what): "the request is not possible: \(what)"
        }
    }

    private static func describe(path: String?, code: CInt) -> String {
        let reason = Errno(rawValue: code).description
        // Only the temporary files of `ImageSpool` are written.
        if [SystemError.diskFull.code, SystemError.quotaExceeded.code].contains(code) {
            let folder = path ?? ScratchFolder.parent
            return "a temporary file in \(folder) cannot be written: \(reason); make room there"
        }
        guard let path else { return "the image cannot be read: \(reason)" }
        return "\(path) cannot be read: \(reason)"
    }
}
