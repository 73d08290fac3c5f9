internal import CVideo
internal import Imaging
internal import PhotoModel

/// Renders one frame of a video upright, beginning with its headers.
struct PosterRenderer {
    let file: VideoFile
    let request: RenderRequest
    let limits: ImageLimits

    /// - Parameter time: in seconds from the beginning; nil: the first frame that is worth showing.
    func render(at time: Double?) throws(ImagingError) -> RenderedImage {
        let size = try file.description.requiredSize()
        let orientation = file.description.orientation
        let output = try RenderGeometry.plan(orientation.apply(to: size), request).outputSize
        try limits.check(pixels: size)
        try limits.check(memoryBytes: memoryBytes(size, output))
        let mostFrameBytes = limits.maxMemoryBytes - ownBytes(size, output)
        try file.prepare(maxPixels: min(limits.maxPixels, mostPixels), mostFrameBytes: mostFrameBytes)
        let frame =
            if let time { try FrameSearch.frame(of: file, at: max(0, time)) } else { try FrameSearch.poster(of: file) }
        let map = FrameColors(frame.frame).map
        let stored = StoredImage(
            samples: frame.samples, size: size, orientation: orientation,
            recolor: map.map { map in { FrameColors.apply(map, to: $0) } })
        var diagnostics = RenderDiagnostics()
        diagnostics.isIncomplete = frame.frame.is_damaged != 0
        if diagnostics.isIncomplete { diagnostics.warningCount = 1 }
        return RenderedImage(
            buffer: try stored.render(request, cancellation: file.cancellation), diagnostics: diagnostics)
    }

    /// The most pixels of a frame: the memory was checked for those of the headers, but decoders go by the bitstream. Frames are padded
    /// to whole blocks, and recordings of calls and screens become larger on the way.
    private var mostPixels: Int { 2 * file.description.framePixels + (1 << 21) }

    /// Frames that a decoder keeps to predict others from (16 of the small ones that H.264 knows, fewer of large ones;
    /// its level 5.2 allows five of 4K), and what is made of one. A bitstream may make it keep more: then it ends when all of them
    /// take more than is allowed.
    private func memoryBytes(_ size: PixelSize, _ output: PixelSize) -> Int {
        let kept = pixels(size) <= 1920 * 1088 ? 16 : 6
        return kept * frameBytes(size) + ownBytes(size, output)
    }

    /// Our copy of a frame, and the result with full chroma on its way.
    private func ownBytes(_ size: PixelSize, _ output: PixelSize) -> Int { frameBytes(size) + 8 * output.pixelCount }

    private func frameBytes(_ size: PixelSize) -> Int {
        pixels(size) / 2 * (file.description.bitsPerComponent > 8 ? 6 : 3)
    }

    private func pixels(_ size: PixelSize) -> Int { max(size.pixelCount, file.description.framePixels) }
}
