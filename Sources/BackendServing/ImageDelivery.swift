internal import BackendKit
internal import Imaging
internal import PhotoFolder
internal import PhotoModel

/// Makes the frames of one image request, in order.
struct ImageDelivery {
    let source: ImageSource
    let codecs: [any ImageCodec]
    let filename: String
    let acceptedFormats: FrameFormats
    let sizes: ImagePlan.Sizes
    let host: BackendHost
    let call: BackendCall

    private var decoder: ImageDecoder {
        ImageDecoder(limits: ImageLimits(configured: host.limits), codecs: codecs)
    }

    func run(
        _ options: ImageOptions, deliver: (Frame) throws(PhotoError) -> Flow
    ) throws(PhotoError) {
        let decoder = decoder
        let plan = try decoding(filename) { () throws(ImagingError) in
            try ImagePlan(options, size: try decoder.header(of: source).orientedSize, sizes: sizes)
        }
        try call.check()
        if let pixels = embedded(plan, decoder) {
            let frame = Frame(pixels: try accepted(pixels), isDegraded: true, isFinal: plan.endsWithEmbedded)
            if try deliver(frame) == .stop || plan.endsWithEmbedded { return }
        }
        host.reportMemoryCost(memoryCost(plan))
        let image = try rendered(plan, decoder)
        let frame = Frame(
            pixels: try accepted(image.buffer), isDegraded: plan.isRenderedDegraded,
            isIncomplete: image.diagnostics.isIncomplete)
        _ = try deliver(frame)
    }

    /// A frame from the thumbnail that the camera embedded. One that is broken is as good as none.
    private func embedded(_ plan: ImagePlan, _ decoder: ImageDecoder) -> PixelBuffer? {
        guard plan.usesEmbedded, let thumbnail = (try? decoder.embeddedThumbnail(of: source)) ?? nil,
            let request = plan.embedded(thumbnail.size)
        else { return nil }
        return request == RenderRequest() ? thumbnail : try? ImageScaler.scale(thumbnail, request)
    }

    private func rendered(_ plan: ImagePlan, _ decoder: ImageDecoder) throws(PhotoError) -> RenderedImage {
        do throws(PhotoError) {
            return try decoding(filename) { () throws(ImagingError) in
                try decoder.renderWithDiagnostics(source, plan.rendered, cancellation: call.cancellation)
            }
        } catch {
            // The decoder knows that it was stopped, the call knows why.
            if error.status == .cancelled { try call.check() }
            throw error
        }
    }

    private func accepted(_ pixels: PixelBuffer) throws(PhotoError) -> PixelBuffer {
        if acceptedFormats.contains(pixels.format) { return pixels }
        let opaque: [PixelFormat] = [.rgb8, .ycbcr8(ChromaSubsampling(horizontalShift: 1, verticalShift: 1))]
        let candidates = pixels.format == .rgba8 ? [.rgba8] + opaque : opaque + [.rgba8, .gray8]
        guard let target = candidates.first(where: acceptedFormats.contains) else {
            throw .invalidArgument("the host accepts no pixel format")
        }
        return try decoding(filename) { () throws(ImagingError) in try pixels.converted(to: target) }
    }

    /// The frame, and the image as it is decoded: up to three times as wide and high as the frame.
    private func memoryCost(_ plan: ImagePlan) -> Int {
        let decoded = min(plan.sourceSize.pixelCount, 9 * plan.outputSize.pixelCount)
        return 3 * (decoded / 2 + plan.outputSize.pixelCount)
    }
}
