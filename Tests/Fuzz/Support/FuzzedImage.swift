internal import Imaging
internal import PhotoModel
internal import StillImaging

/// One input of libFuzzer, and everything that a picker asks of a photo. What comes back is checked: libFuzzer takes
/// a failed precondition for a crash.
public struct FuzzedImage {
    private let source: ImageSource

    /// With the codecs whose libraries are loaded; they must be there.
    static func decoder(_ limits: ImageLimits = .standard) -> ImageDecoder {
        ImageDecoder(limits: limits, codecs: .builtIn + [TIFFImageCodec(), JXLCodec(), JP2Codec()])
    }

    public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
        source = ImageSource(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
    }

    /// - Returns: What libFuzzer wants to hear: 0, or -1 for an input that is not worth keeping because it is another
    ///   format.
    public func exercise(as format: FuzzedFormat) -> CInt {
        guard FuzzedFormat(source) == format else { return -1 }
        let decoder = FuzzedImage.decoder(FuzzLimits.thumbnails)
        let header = outcome { () throws(ImagingError) in try decoder.header(of: source) }
        _ = outcome { () throws(ImagingError) in try decoder.metadata(of: source) }
        if let thumbnail = outcome({ () throws(ImagingError) in try decoder.embeddedThumbnail(of: source) }) ?? nil {
            thumbnail.read()
        }
        render(RenderRequest(targetSize: FuzzLimits.box), FuzzLimits.thumbnails)
        render(RenderRequest(convertsToSRGB: false), FuzzLimits.fullSize)
        if let header { render(crop(of: header.orientedSize), FuzzLimits.thumbnails) }
        return 0
    }

    /// A part off the centre, enlarged if need be, in another shape than it has.
    private func crop(of size: PixelSize) -> RenderRequest {
        precondition(size.width >= 0 && size.height >= 0, "\(size)")
        let part = PixelRect(
            x: size.width / 3, y: size.height / 5, width: max(1, size.width / 2), height: max(1, size.height / 3))
        return RenderRequest(targetSize: FuzzLimits.box, contentMode: .aspectFill, resizeMode: .exact, crop: part)
    }

    private func render(_ request: RenderRequest, _ limits: ImageLimits) {
        let end = ContinuousClock.now + FuzzLimits.patience
        let result = outcome { () throws(ImagingError) in
            try Self.decoder(limits).renderWithDiagnostics(
                source, request, cancellation: Cancellation { ContinuousClock.now > end ? .deadline : nil })
        }
        guard let buffer = result?.buffer else { return }
        precondition(!buffer.size.isEmpty && buffer.byteCount <= limits.maxMemoryBytes, "\(buffer.size)")
        if let box = request.targetSize {
            precondition(buffer.size.width <= box.width && buffer.size.height <= box.height, "\(buffer.size)")
        }
        buffer.read()
    }
}

/// The result, or nil after an error whose words a person could be shown.
func outcome<Result>(_ body: () throws(ImagingError) -> Result) -> Result? {
    do {
        return try body()
    } catch {
        precondition(!error.description.isEmpty && !error.description.contains("\n"), error.description)
        return nil
    }
}
