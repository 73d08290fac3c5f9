internal import CImaging

extension ImagingError {
    /// Runs a C function and throws what it reports. `path` is for messages.
    static func check(
        path: String? = nil, _ call: (UnsafeMutablePointer<imaging_status>) -> imaging_code
    ) throws(ImagingError) {
        var status = imaging_status()
        guard call(&status) != IMAGING_OK else { return }
        throw ImagingError(status, path: path)
    }

    init(_ status: imaging_status, path: String? = nil) {
        let message = withUnsafeBytes(of: status.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self =
            switch status.code {
            case IMAGING_UNSUPPORTED: .unsupportedFormat("this image (\(message))")
            case IMAGING_TOO_LARGE: .tooLarge(message)
            case IMAGING_OUT_OF_MEMORY: .outOfMemory(bytes: 0)
            case IMAGING_IO: .io(path: path, code: status.system_error)
            case IMAGING_CANCELLED: .cancelled
            case IMAGING_INVALID: .invalidRequest(message)
            default: .corrupt(message)
            }
    }
}
