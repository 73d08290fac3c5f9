internal import BackendAPI
internal import PhotoModel

/// Images of formats that the kit does not write, and of unusual kinds of one that it does.
extension ImageChecks {
    static let otherFormatChecks = [
        Check(
            "images.other-formats",
            "Files of GIF, WebP, BMP, TIFF, AVIF, and PNGs of all kinds, are shown where their format is declared",
            "R3.2 R7.3 R14.4",
            remedy: "Declare in info.formats what you show, and show what you declare: rows of a BMP go up."
        ) { context throws(CheckStop) in try otherFormats(context) }
    ]

    private static func otherFormats(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        let samples = SampleImage.all.filter { formats.contains($0.type) }
        guard !samples.isEmpty else { throw .notApplicable("it declares none of these formats") }
        try context.makeLibrary()
        for sample in samples {
            try Files.write(sample.bytes, to: context.root / sample.name, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let assets = try library.assets()
        for sample in samples {
            guard let asset = assets.first(where: { $0.path == sample.name }) else {
                // What is unusual may be what it does not read.
                if !sample.isPlain { continue }
                throw .failed("\(sample.name) is a file of \(sample.type), and is not listed")
            }
            try shows(context, library, asset, sample)
        }
    }

    private static func shows(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ sample: SampleImage
    ) throws(CheckStop) {
        let (pattern, tolerance) = (SampleImage.pattern, PhotoFormat.jpeg.tolerance)
        try context.expect(
            asset.contentType.description == sample.type,
            "\(sample.name) is a file of \(sample.type), and has the type \(asset.contentType)")
        try context.expect(
            asset.width == 0 || asset.width == pattern.width && asset.height == pattern.height,
            "\(sample.name) has \(pattern.width)x\(pattern.height) pixels, the asset says \(asset.width)x\(asset.height)"
        )
        let last = picker_rect(x: 10, y: 8, width: 4, height: 3)
        let asks: [(ask: ImageRequest, size: String, colors: [[Int]])] = [
            (ImageRequest(), "\(pattern.width)x\(pattern.height)", pattern.uprightColors),
            (ImageRequest { $0.crop = last }, "4x3", [[Int]](repeating: pattern.uprightColors[3], count: 4)),
        ]
        for (ask, size, colors) in asks {
            let sink = RecordSink.frames()
            let reply = library.image(asset.identifier, ask, sink: sink)
            for frame in sink.records { frame.release() }
            if reply.status == PICKER_UNSUPPORTED_FORMAT, !sample.isPlain { return }
            try reply.ok()
            guard let frame = sink.records.last(where: \.isFinal) else { continue }
            try context.expect(
                frame.size == size && frame.shows(colors, tolerance: tolerance),
                "\(sample.name) came as \(frame.size) with the quarters \(frame.quarters), not \(size) with \(colors)"
                    + QuarterHint.clause(frame.quarters, expected: colors, tolerance: tolerance))
        }
    }
}
