internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel
internal import Platform

/// Decodes the image files that a plugin emits in place of pixels, so that the host gets pixels and parses no untrusted
/// files.
struct ImageFileDecoding: @unchecked Sendable {  // Unchecked: the request's pointers are not followed.
    private let request: picker_image_request
    private let backend: ServedBackend
    private let isExact: Bool

    /// Not to be made while the plugin emits: it may be asked what it offers.
    init(_ request: picker_image_request, of backend: ServedBackend) {
        self.request = request
        self.backend = backend
        isExact = request.resize_mode == PICKER_RESIZE_EXACT && backend.makesSizesExact
    }

    /// For a poster, which fits into its box (R14.11).
    init(posterWidth width: UInt32, height: UInt32, of backend: ServedBackend) {
        var request = picker_image_request()
        (request.target_width, request.target_height) = (width, height)
        request.resize_mode = PICKER_RESIZE_FAST
        request.color_policy = PICKER_COLOR_CONVERT_TO_SRGB
        self.init(request, of: backend)
    }

    /// The requested image, decoded from the file in a frame.
    ///
    /// - Throws: a `PhotoError` that says why the file gives no image.
    func image(of frame: picker_frame, cancellation: Cancellation) throws(PhotoError) -> RenderedImage {
        var options = try request.options()
        // The host expects no more than the backend offers, and scales to the exact size itself (R14.6).
        if options.resizeMode == .exact, !isExact { options.resizeMode = .fast }
        guard let start = frame.plane.0 else { throw PhotoError(.internal, "it delivered an image file without bytes") }
        let bytes = UnsafeBufferPointer(start: start, count: Int(clamping: frame.stride.0))
        let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
        let file = WholeImageFile(ImageSource(bytes: Array(bytes)), fullSize: size.isEmpty ? nil : size)
        do throws(ImagingError) {
            return try file.render(options, limits: limits, cancellation: cancellation)
        } catch {
            // The decoder does not know why it was cancelled.
            if error.status == .cancelled, let reason = cancellation.reason { throw PhotoError(reason) }
            throw PhotoError(error.status, "\(error)", systemErrno: error.systemErrno, underlying: error)
        }
    }

    private var limits: ResourceLimits { backend.host?.limits().map { ResourceLimits($0.pointee) } ?? ResourceLimits() }
}

extension ServedBackend {
    /// Whether the library makes exact sizes itself. The plugin is asked once for each library (R7.4, R7.6).
    fileprivate var makesSizesExact: Bool {
        if let known = makesExactSizes.withLock({ $0 }) { return known }
        var info = picker_backend_info()
        info.struct_size = structSize(of: picker_backend_info.self)
        var own = picker_library_info()
        own.struct_size = structSize(of: picker_library_info.self)
        let isKnown = ErrorBuffer(capacity: ErrorBuffer.usualCapacity).withPointer { error in
            backend.info?(backend.context, &info, error) == PICKER_OK
                && library.info?(library.context, &own, error) == PICKER_OK
        }
        let found = isKnown && info.capabilities & ~own.missing_capabilities & UInt64(PICKER_CAPABILITY_EXACT_SIZE) != 0
        makesExactSizes.withLock { $0 = found }
        return found
    }
}

extension ServedCall {
    /// Cancels the worker's own work when the host wants the call to end.
    var cancellation: Cancellation {
        Cancellation { [self] in
            switch table.check(context) {
            case PICKER_OK: nil
            case PICKER_DEADLINE: .deadline
            case PICKER_CLOSED: .closed
            default: .cancelled
            }
        }
    }
}
