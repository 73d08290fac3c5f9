internal import PhotoModel

/// A thumbnail from an image's metadata, or a preview after the image. It is checked against the image, and black bars
/// are cut off.
struct EmbeddedThumbnail {
    /// The bytes of a JPEG.
    let bytes: [UInt8]
    let image: ImageHeader

    /// Thumbnails are small; larger ones are ignored.
    private static let limits = ImageLimits(maxPixels: 1 << 22, maxFileBytes: 1 << 20, maxMemoryBytes: 64 << 20)
    /// The highest luma that counts as black: the bars were encoded as JPEG, too.
    private static let blackestBar = 24

    /// The thumbnail in an EXIF block; nil if there is none that can be used. A JPEG cannot replace an image with
    /// alpha.
    ///
    /// - Parameter header: returns the header of the image; called if there is a thumbnail.
    static func upright(
        inEXIF block: ByteView, _ cancellation: Cancellation, of header: () throws(ImagingError) -> ImageHeader
    ) throws(ImagingError) -> PixelBuffer? {
        guard let jpeg = EXIFBlock(block)?.thumbnail else { return nil }
        let header = try header()
        guard !header.hasAlpha else { return nil }
        return EmbeddedThumbnail(bytes: Array(jpeg.bytes), image: header).upright(cancellation)
    }

    /// Nil if it is broken, or does not belong to the image, or if the work was cancelled.
    func upright(_ cancellation: Cancellation) -> PixelBuffer? {
        let source = ImageSource(bytes: bytes)
        guard let window = try? SourceWindow(source),
            let size = try? JPEGHeaderReader.header(window).storedSize,
            let content = Self.content(of: size, showing: image.storedSize),
            hasBlackBars(window, around: content, in: size, cancellation)
        else { return nil }
        let turned = image.orientation.apply(to: content, in: size)
        return try? render(window, RenderRequest(crop: turned), orientation: image.orientation, cancellation)
    }

    private func hasBlackBars(
        _ window: SourceWindow, around content: PixelRect, in size: PixelSize, _ cancellation: Cancellation
    ) -> Bool {
        if content == PixelRect(covering: size) { return true }  // No bars, which is known without decoding.
        let stored = try? render(window, RenderRequest(), orientation: .upright, cancellation)
        guard let stored else { return false }
        return Self.hasBlackBars(stored, around: content)
    }

    private func render(
        _ window: SourceWindow, _ request: RenderRequest, orientation: Orientation, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let renderer = try JPEGRenderer(window, request, Self.limits, orientation: orientation)
        let result = try renderer.render(cancellation)
        guard !result.diagnostics.isTruncated, !result.diagnostics.isIncomplete else {
            throw .corrupt("the thumbnail is not complete")
        }
        return result.buffer
    }

    /// The part of a thumbnail of `size` that shows an image of `shape`: all of it, or the middle between two bars. Nil
    /// if that would be less than half of the thumbnail.
    static func content(of size: PixelSize, showing shape: PixelSize) -> PixelRect? {
        let height = Double(size.width) * Double(shape.height) / Double(shape.width)
        let width = Double(size.height) * Double(shape.width) / Double(shape.height)
        // Sizes of thumbnails are rounded, sometimes to even numbers, and those of larger ones to whole blocks of the
        // encoder.
        let tolerance = max(2, 0.005 * Double(max(size.width, size.height)))
        if abs(height - Double(size.height)) <= tolerance || abs(width - Double(size.width)) <= tolerance {
            return PixelRect(covering: size)
        }
        if height < Double(size.height) {
            let bar = Int(((Double(size.height) - height) / 2).rounded(.up))
            guard bar * 4 < size.height else { return nil }
            return PixelRect(x: 0, y: bar, width: size.width, height: size.height - 2 * bar)
        }
        let bar = Int(((Double(size.width) - width) / 2).rounded(.up))
        guard bar * 4 < size.width else { return nil }
        return PixelRect(x: bar, y: 0, width: size.width - 2 * bar, height: size.height)
    }

    /// Whether everything outside `content` is black. The row or column next to the image is not checked: the encoder
    /// blended it with the image.
    private static func hasBlackBars(_ buffer: PixelBuffer, around content: PixelRect) -> Bool {
        defer { withExtendedLifetime(buffer) {} }
        let luma = buffer.planes[0]
        let columns = (content.x - 1)..<(content.x + content.width + 1)
        let rows = (content.y - 1)..<(content.y + content.height + 1)
        for y in 0..<luma.size.height {
            for x in 0..<luma.size.width where !(rows.contains(y) && columns.contains(x)) {
                if luma.base[y * luma.stride + x] > blackestBar { return false }
            }
        }
        return true
    }
}
