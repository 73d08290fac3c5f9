internal import CStills
internal import Imaging
internal import PhotoModel

/// A JPEG 2000 whose header was read.
final class JP2File: @unchecked Sendable {
    // Unchecked: one thread uses it at a time; the thread that made it waits for the one that decodes.
    let header: ImageHeader
    private let source: ImageSource
    private let lent: StillSource
    private let image: OpaquePointer
    private let layout: JP2Layout
    private let mostHalvings: Int

    /// - Throws: `corrupt`, `unsupportedFormat`, `io`.
    init(_ file: ImageFile, _ cancellation: Cancellation = .never) throws(ImagingError) {
        let lent = StillSource(file.source, cancellation)
        var (input, status) = (lent.lent, still_status())
        var (info, halvings) = (still_info(), UInt32())
        let isCodestream = try file.source.read(at: 0, count: 1) == [0xFF]
        let layout = try JP2Layout(file.source, isCodestream: isCodestream)
        guard let image = still_jp2_open(&input, isCodestream ? 1 : 0, &info, &halvings, &status) else {
            throw lent.failure(status)
        }
        source = file.source
        self.lent = lent
        self.image = image
        header = ImageHeader(.jp2, info)
        self.layout = layout
        mostHalvings = Int(halvings)
    }

    deinit { still_jp2_close(image) }

    func render(
        _ request: RenderRequest, limits: ImageLimits, _ cancellation: Cancellation
    ) throws(ImagingError) -> RenderedImage {
        let geometry = try RenderGeometry.plan(header.orientedSize, request)
        let halvings = request.resizeMode == .none ? 0 : halvings(geometry)
        let size = header.storedSize.halved(halvings)
        let bytes = try memoryBytes(size, output: geometry.outputSize, limits, cancellation)
        let buffer = try AbandonableWork.run(cancellation, memoryBytes: bytes, limits: limits) { [self] abandoned in
            Result { () throws(ImagingError) in try decode(halvings, size, abandoned) }
        }.get()
        let stored = StoredImage(samples: buffer, size: header.storedSize, orientation: header.orientation)
        return RenderedImage(
            buffer: try stored.render(request, cancellation: cancellation), diagnostics: RenderDiagnostics())
    }

    /// How often the size can be halved so that at least one and a half samples are left for each of the result along both
    /// axes, as for JPEG.
    private func halvings(_ geometry: RenderGeometry) -> Int {
        var halvings = 0
        while halvings < mostHalvings {
            let part = geometry.cropRect.size.halved(halvings + 1)
            guard part.width * 2 >= geometry.outputSize.width * 3, part.height * 2 >= geometry.outputSize.height * 3
            else {
                break
            }
            halvings += 1
        }
        return halvings
    }

    /// The memory, which is checked: OpenJPEG's samples have four bytes, and there is a second copy of those of a tile; then come
    /// those that a palette makes of them, pixels, planes and the result. The structures of a tile are as many at every size.
    private func memoryBytes(
        _ size: PixelSize, output: PixelSize, _ limits: ImageLimits, _ cancellation: Cancellation
    ) throws(ImagingError) -> Int {
        let blocks = try JP2CodeBlocks.bytes(source, layout, cancellation)
        try limits.check(memoryBytes: blocks)
        let decoded = size.pixelCount * (layout.components * 8 + layout.paletteChannels * 4 + 12)
        let all = lent.byteCount + layout.bytes + blocks + decoded + output.pixelCount * 12
        try limits.check(memoryBytes: all)
        return all
    }

    private func decode(
        _ halvings: Int, _ size: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        lent.ask(cancellation)
        var info = still_info()
        try lent.check { still_jp2_decode(image, UInt32(halvings), &info, $0) }
        let samples = StoredSamples(info)
        let memory = try samples.memory(size)
        try lent.check {
            still_jp2_write(
                image, UInt32(size.width), UInt32(size.height), memory.planes[0].base, memory.planes[0].stride, $0)
        }
        return try samples.pixels(memory, size, cancellation)
    }
}

extension PixelSize {
    /// The size after halving it this many times, rounded up each time.
    fileprivate func halved(_ times: Int) -> PixelSize {
        let unit = 1 << times
        return PixelSize(width: (width + unit - 1) / unit, height: (height + unit - 1) / unit)
    }
}
