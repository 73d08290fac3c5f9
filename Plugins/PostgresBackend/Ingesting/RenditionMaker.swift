internal import Imaging
internal import PhotoFolder
internal import PhotoModel
internal import Platform
internal import PostgresServing

/// Makes the ready images of a file: a thumbnail, an image that fills a screen, and one with all pixels for formats that hosts cannot read.
/// A small file that hosts can read needs none: it is delivered itself.
struct RenditionMaker {
    /// An encoded image.
    struct Image {
        let level: Int
        let bytes: [UInt8]
        let size: PixelSize
        let contentType: String
        let previewHash: [UInt8]?
    }

    /// The pixels of the shorter side of levels 0 and 1.
    static let sides = [256, 1_440]
    /// The most pixels of the longer side, for very long images.
    private static let longest = 8_192
    /// Files with fewer bytes are delivered as fast as a thumbnail of them would be.
    private static let smallFile: Int64 = 48 << 10

    let file: OpenMediaFile
    let format: MediaFormat
    /// The orientation of the stored image, if a sidecar gives another one than the file; otherwise nil.
    let turned: Orientation?
    let cancellation: Cancellation

    /// Whether hosts can show the file itself, which they do in the orientation that the file gives.
    private var isReadByHosts: Bool { turned == nil && [.jpeg, .png, .webp, .gif].contains(format) }
    /// The number of the first level: images in an orientation that a sidecar gives have levels of their own.
    private var firstLevel: Int { 10 * Int(turned?.rawValue ?? 0) }

    /// The images that can be made: none if the file is damaged, or if no library for its format is installed.
    ///
    /// - Throws: only that it was cancelled.
    func images() throws(PhotoError) -> [Image] {
        var decoder = AssetReader.decoder
        decoder.orientation = turned
        guard decoder.support(for: format).decodesPixels,
            let whole = try wholeSize(decoder), whole.width > 0, whole.height > 0
        else { return [] }
        let short = min(whole.width, whole.height)
        var targets = Self.sides.enumerated().filter { $0.element < short }.map {
            (level: $0.offset, target: Optional(Self.size(of: whole, shortSide: $0.element)))
        }
        if isReadByHosts {
            if file.status.byteSize < Self.smallFile { targets = [] }
        } else {
            targets.append((level: 2, target: nil))
        }
        var images: [Image] = []
        for (level, target) in targets {
            guard let image = try image(level, target, decoder) else { return [] }
            images.append(image)
        }
        return images
    }

    /// The size of the upright image; nil if the file is damaged.
    private func wholeSize(_ decoder: ImageDecoder) throws(PhotoError) -> PixelSize? {
        do throws(ImagingError) {
            return try decoder.header(of: file.source, cancellation: cancellation).orientedSize
        } catch {
            if let reason = cancellation.reason { throw PhotoError(reason) }
            return nil
        }
    }

    private func image(
        _ level: Int, _ target: PixelSize?, _ decoder: ImageDecoder
    ) throws(PhotoError) -> Image? {
        do throws(ImagingError) {
            let request = RenderRequest(targetSize: target, contentMode: .aspectFit, resizeMode: .exact)
            let rendered = try decoder.renderWithDiagnostics(file.source, request, cancellation: cancellation)
            guard !rendered.diagnostics.isIncomplete else { return nil }
            let buffer = rendered.buffer
            let hasAlpha = buffer.format == .rgba8
            // A JPEG has no transparency.
            let bytes =
                hasAlpha
                ? try WebPEncoder(quality: 90).encode(buffer, cancellation: cancellation)
                : try JPEGEncoder(quality: level == 2 ? 92 : 85).encode(buffer, cancellation: cancellation)
            return Image(
                level: firstLevel + level, bytes: bytes, size: buffer.size,
                contentType: hasAlpha ? "image/webp" : "image/jpeg",
                previewHash: (try? PreviewHash(buffer))?.bytes)
        } catch {
            if let reason = cancellation.reason { throw PhotoError(reason) }
            return nil
        }
    }

    private static func size(of whole: PixelSize, shortSide: Int) -> PixelSize {
        let short = Double(min(whole.width, whole.height))
        let long = Double(max(whole.width, whole.height))
        let scale = min(Double(shortSide) / short, Double(longest) / long)
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * scale).rounded(.up))) }
        return PixelSize(width: scaled(whole.width), height: scaled(whole.height))
    }
}
