internal import ABIMemory
internal import BackendAPI
internal import Imaging
internal import PhotoModel

/// An image file that a backend delivered, as pixels; lives until the frame is released, and the file with it.
final class DecodedFile {
    private let pixels: PixelBuffer
    private let file: picker_frame

    private init(_ pixels: PixelBuffer, _ file: picker_frame) {
        self.pixels = pixels
        self.file = file
    }

    /// Nil when the frame is no image file, or none that can be decoded: as it is it counts as a frame without a format.
    static func frame(of file: picker_frame, _ ask: ImageRequest) -> picker_frame? {
        guard file.format == PICKER_FORMAT_IMAGE_FILE, let start = file.plane.0,
            var options = try? ask.request(Text(picker_string())).pointer.pointee.options()
        else { return nil }
        // Exact sizes are a capability, which backends of files leave to the host.
        if options.resizeMode == .exact { options.resizeMode = .fast }
        let bytes = Array(UnsafeBufferPointer(start: start, count: Int(clamping: file.stride.0)))
        let size = PixelSize(width: Int(file.width), height: Int(file.height))
        let whole = WholeImageFile(ImageSource(bytes: bytes), fullSize: size.isEmpty ? nil : size)
        guard let image = try? whole.render(options, limits: ResourceLimits(), cancellation: .never) else {
            return nil
        }
        let pixels = image.buffer
        // As the host, which looks for damage when it decodes.
        let damage = image.diagnostics.isIncomplete ? PICKER_FRAME_INCOMPLETE : 0
        var frame = picker_frame(pixels, flags: file.flags | damage)
        frame.next = file.next
        // The reference to the pixels that the frame took; this object has one of its own.
        frame.release?(frame.release_context)
        frame.release_context = Unmanaged.passRetained(DecodedFile(pixels, file)).toOpaque()
        frame.release = { context in
            guard let context else { return }
            let decoded = Unmanaged<DecodedFile>.fromOpaque(context).takeRetainedValue()
            decoded.file.release?(decoded.file.release_context)
        }
        return frame
    }
}
