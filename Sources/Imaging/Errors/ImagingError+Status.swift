internal import CImaging

extension ImagingError {
    /// Runs a C function and throws what it reports. `path` is for messages.
    static func check(
        path: String? = nil, _ call: (UnsafeMutablePointer<picker_status>) -> picker_code
    ) throws(ImagingError) {
        var status = picker_status()
        guard call(&status) != PICKER_OK else { return }
        throw ImagingError(status, path: path)
    }

    init(_ status: picker_status, path: String? = nil) {
        let message = withUnsafeBytes(of: status.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self =
            switch status.code {
            case PICKER_UNSUPPORTED: .unsupportedFormat("this image (\(message))")
            case PICKER_TOO_LARGE: .tooLarge(message)
            case PICKER_OUT_OF_MEMORY: .outOfMemory(bytes: 0)
            case PICKER_IO: .io(path: path, code: status.system_error)
            case PICKER_CANCELLED: .cancelled
            case PICKER_INVALID: .invalidRequest(message)
            default: .corrupt(message)
            }
    }
}
