internal import BackendAPI
internal import PhotoModel

/// Images of photos that are not opaque.
extension ImageChecks {
    static let alphaChecks = [
        one(
            "alpha", "Colours of a frame with alpha are those of the photo, and alpha is not multiplied into them",
            "R14.7 R14.8", requires: [.format(PhotoFormat.png.rawValue)],
            remedy:
                "PICKER_FORMAT_RGBA8 has straight alpha: divide by it what a decoder or a scaler has multiplied by it."
        ) { context throws(CheckStop) in try alpha(context) }
    ]

    /// Of each quarter. Where nothing is seen there is no colour.
    private static let opacities = [255, 160, 96, 0]

    private static func alpha(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let quarters = (0..<64).flatMap { y in (0..<96).map { x in (y < 32 ? 0 : 2) + (x < 48 ? 0 : 1) } }
        let image = RasterImage(
            width: 96, height: 64, samples: quarters.flatMap { TestPattern.colors[$0].map(UInt8.init) },
            alpha: quarters.map { UInt8(opacities[$0]) })
        let path: BytePath = "clear.png"
        try Files.write(image.encoded(as: .png), to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        for formats in [ImageRequest.standardFormats, 1 << PICKER_FORMAT_RGBA8] {
            for delivery in [PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
                for side in [0, 24] {
                    let ask = ImageRequest(side, side) { ($0.formats, $0.delivery) = (formats, delivery) }
                    try straight(context, library, asset, ask)
                }
            }
        }
    }

    private static func straight(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ ask: ImageRequest
    ) throws(CheckStop) {
        let sink = RecordSink.frames()
        let reply = library.image(asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        // It need not have this format.
        if ask.formats != ImageRequest.standardFormats, reply.status == PICKER_UNSUPPORTED { return }
        try reply.ok()
        // In a smaller one the middles of quarters are beside others.
        for frame in sink.records where frame.width >= 16 && frame.height >= 10 {
            let found = alphaFault(of: frame)
            try context.expect(
                found == nil, "\(asset.path) in \(ask.sizeText), delivery \(ask.delivery): \(found ?? "")")
        }
    }

    /// What is wrong with a frame of the photo; nil: nothing.
    private static func alphaFault(of frame: FrameCopy) -> String? {
        // What has no alpha, or is opaque, was laid over something: over what is the backend's own affair.
        guard frame.alphas.contains(where: { $0 != 255 }) else { return nil }
        for (quarter, opacity) in opacities.enumerated() {
            let (alpha, color, wanted) = (frame.alphas[quarter], frame.quarters[quarter], TestPattern.colors[quarter])
            if abs(alpha - opacity) > 6 { return "alpha of quarter \(quarter) is \(alpha), not \(opacity)" }
            let isNear = zip(color, wanted).allSatisfy { abs($0 - $1) <= 10 }
            guard isNear || opacity == 0 else {
                return "quarter \(quarter), of alpha \(alpha), is \(color), not \(wanted)"
            }
        }
        return nil
    }
}
