package import CVideo
package import Imaging
internal import Platform

extension ImagingError {
    /// Runs a C function and throws what it reports.
    static func check(
        _ call: (UnsafeMutablePointer<video_status>) -> video_code
    ) throws(ImagingError) {
        var status = video_status()
        guard call(&status) != VIDEO_OK else { return }
        throw ImagingError(status)
    }

    package init(_ status: video_status) {
        let message = withUnsafeBytes(of: status.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self =
            switch status.code {
            case VIDEO_UNSUPPORTED: .unsupportedFormat("this video (\(message))")
            case VIDEO_MISSING: .unsupportedFormat("a video, for want of a library (\(message)),")
            case VIDEO_TOO_LARGE: .tooLarge(message)
            case VIDEO_OUT_OF_MEMORY: .outOfMemory(bytes: 0)
            case VIDEO_IO: .io(path: nil, code: status.system_error)
            case VIDEO_CANCELLED: .cancelled
            default: .corrupt(message)
            }
    }
}

extension ImagingError {
    /// What the system said, as far as it said anything: C hears of failed reads and writes by number.
    var systemCode: CInt { if case .io(_, let code) = self { code } else { SystemError.inputOutput.code } }
}
