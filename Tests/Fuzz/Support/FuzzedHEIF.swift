internal import Imaging
internal import PhotoModel

/// One input of libFuzzer as a HEIF: its structure, metadata and items, and all that is done to images on the way from
/// a decoder to the host.
public struct FuzzedHEIF {
    private static let itemLimit = 4

    private let source: ImageSource

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        source = ImageSource(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// - Returns: 0, or -1 for an input of another format.
    public func exercise() -> CInt {
        guard FuzzedFormat(source) == .heif else { return -1 }
        let decoder = ImageDecoder(limits: FuzzLimits.thumbnails)
        let header = outcome { () throws(ImagingError) in try decoder.header(of: source) }
        _ = outcome { () throws(ImagingError) in try decoder.metadata(of: source) }
        guard let file = outcome({ () throws(ImagingError) in try HEIFFile(source) }) else { return 0 }
        if let thumbnail = outcome({ () throws(ImagingError) in
            try file.thumbnail(PaintedImages(), limits: FuzzLimits.thumbnails)
        }) ?? nil {
            thumbnail.read()
        }
        render(file, RenderRequest(targetSize: FuzzLimits.box), FuzzLimits.thumbnails)
        let whole = render(file, RenderRequest(), FuzzLimits.fullSize)
        if let whole { precondition(whole == header?.orientedSize, "\(whole)") }
        exerciseItems(file)
        return 0
    }

    private func exerciseItems(_ file: HEIFFile) {
        let items = outcome { () throws(ImagingError) in try file.items() } ?? []
        for item in items.prefix(Self.itemLimit) {
            let size = PixelSize(width: item.pixelWidth, height: item.pixelHeight)
            precondition(!size.isEmpty, "\(item)")
            guard let one = outcome({ () throws(ImagingError) in try HEIFFile(source, item: Int(item.id)) }) else {
                continue
            }
            let crop = PixelRect(
                x: size.width / 3, y: size.height / 5, width: max(1, size.width / 2),
                height: max(1, size.height / 3))
            render(
                one, RenderRequest(targetSize: FuzzLimits.box, contentMode: .aspectFill, crop: crop),
                FuzzLimits.thumbnails)
        }
    }

    @discardableResult
    private func render(_ file: HEIFFile, _ request: RenderRequest, _ limits: ImageLimits) -> PixelSize? {
        let end = ContinuousClock.now + FuzzLimits.patience
        let result = outcome { () throws(ImagingError) in
            try file.render(
                request, PaintedImages(), limits: limits, threads: DecodingThreads(limit: 2),
                cancellation: Cancellation { ContinuousClock.now > end ? .deadline : nil })
        }
        guard let buffer = result?.buffer else { return nil }
        precondition(!buffer.size.isEmpty && buffer.byteCount <= limits.maxMemoryBytes, "\(buffer.size)")
        if let box = request.targetSize {
            precondition(buffer.size.width <= box.width && buffer.size.height <= box.height, "\(buffer.size)")
        }
        buffer.read()
        return buffer.size
    }
}
