internal import BackendAPI
internal import PhotoModel

/// A check of frames that are quick to get.
extension ImageChecks {
    static let quickChecks = [
        one(
            "quick-frames",
            "Degraded and quick frames of a photo with a small JPEG in it are turned and cut as the photo is, and flagged",
            "R14.3 R14.4 R14.5", requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy:
                "The thumbnail in an EXIF block is stored as the photo is: turn it, cut the same part out of it, in its own "
                + "scale, and flag it PICKER_FRAME_DEGRADED where it is smaller than asked for."
        ) { context throws(CheckStop) in try quickFrames(context) }
    ]

    private static func quickFrames(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        // Blocks of colours end where its quarters do.
        let small = try TestPattern(width: 160, height: 96).encoded(as: .jpeg)
        var patterns: [BytePath: TestPattern] = [:]
        for orientation: UInt16 in 1...8 {
            let pattern = TestPattern(width: 640, height: 384, orientation: orientation)
            let path = BytePath("quick-\(orientation).jpg")
            let exif = EXIFBlock(orientation: orientation, thumbnail: small)
            try Files.write(pattern.encoded(with: exif), to: context.root / path, date: FixtureLibrary.firstDate)
            patterns[path] = pattern
        }
        let library = try context.open()
        for asset in try library.assets() {
            guard let pattern = patterns[asset.path] else { continue }
            for delivery in [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] where !context.isHalfOver {
                try expectTurned(context, library, asset, pattern, delivery)
            }
        }
    }

    private static func expectTurned(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ pattern: TestPattern, _ delivery: UInt32
    ) throws(CheckStop) {
        let (size, colors) = (pattern.uprightSize, pattern.uprightColors)
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        let last = picker_rect(x: width / 2 + 16, y: height / 2 + 16, width: width / 2 - 32, height: height / 2 - 32)
        let asks: [(ask: ImageRequest, colors: [[Int]])] = [
            (ImageRequest(100, 100), colors), (ImageRequest(400, 400), colors),
            (ImageRequest(64, 64) { $0.content = PICKER_ASPECT_FILL }, colors),
            (ImageRequest(80, 80) { $0.crop = last }, [[Int]](repeating: colors[3], count: 4)),
        ]
        for (ask, colors) in asks {
            var quick = ask
            quick.delivery = delivery
            for frame in try library.frames(asset.identifier, quick) {
                let kind = frame.isDegraded ? "a degraded frame" : "a frame"
                let part = quick.crop.width == 0 ? "" : " of its last quarter"
                try context.expect(
                    frame.shows(colors, tolerance: PhotoFormat.jpeg.tolerance + 8),
                    "\(asset.path)\(part) in \(quick.sizeText), delivery \(delivery): \(kind) of \(frame.size) has the quarters "
                        + "\(frame.quarters), not \(colors)"
                        + QuarterHint.clause(
                            frame.quarters, expected: colors, tolerance: PhotoFormat.jpeg.tolerance + 8))
                // The photo is larger than each target: what is about as large as asked for is half of it at least.
                let isLarge = max(frame.width, frame.height) * 2 >= max(quick.width, quick.height) - 4
                try context.expect(
                    isLarge || frame.isDegraded,
                    "\(asset.path)\(part) in \(quick.sizeText), delivery \(delivery): a frame of \(frame.size) is not flagged as "
                        + "degraded, and there is a better one")
            }
        }
    }
}
