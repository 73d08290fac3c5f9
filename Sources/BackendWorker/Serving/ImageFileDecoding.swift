internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

/// What a worker does with the image files that its plugin delivers: the host gets pixels and reads no files of strangers.
struct ImageFileDecoding: @unchecked Sendable {  // Unchecked: the request's pointers are not followed.
    private let request: picker_image_request
    private let host: ServedHost?

    init(_ request: picker_image_request, _ host: ServedHost?) {
        self.request = request
        self.host = host
    }

    /// The pixels that were asked for.
    ///
    /// - Throws: `PhotoError` that says why the file gives none.
    func pixels(of frame: picker_frame, cancellation: Cancellation) throws(PhotoError) -> PixelBuffer {
        let options = try request.options()
        guard let start = frame.plane.0 else { throw PhotoError(.internal, "it delivered an image file without bytes") }
        let bytes = UnsafeBufferPointer(start: start, count: Int(clamping: frame.stride.0))
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        let file = WholeImageFile(ImageSource(bytes: Array(bytes)), fullSize: size.isEmpty ? nil : size)
        do throws(ImagingError) {
            return try file.render(options, limits: limits, cancellation: cancellation)
        } catch {
            throw PhotoError(error.status, "\(error)", systemErrno: error.systemErrno, underlying: error)
        }
    }

    private var limits: ResourceLimits { host?.limits().map { ResourceLimits($0.pointee) } ?? ResourceLimits() }
}

extension ServedCall {
    /// What the work of the worker itself asks.
    var cancellation: Cancellation {
        Cancellation { [self] in
            switch table?.check(context) ?? PICKER_OK {
            case PICKER_OK: nil
            case PICKER_DEADLINE: .deadline
            case PICKER_CLOSED: .closed
            default: .cancelled
            }
        }
    }
}
