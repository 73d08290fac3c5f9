internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A check of photos whose samples mean other colours than those of sRGB.
extension ImageChecks {
    static let profileChecks = [
        one(
            "profiles",
            "Who gives the colour profile of a photo gives its own, and converts samples by it where sRGB is asked for",
            "R14.3 R14.8 R7.5", requires: [.format(PhotoFormat.jpeg.rawValue)],
            remedy:
                "With PICKER_COLOR_CONVERT_TO_SRGB, convert in every size and delivery; with PICKER_COLOR_KEEP, give the "
                + "profile of the file byte by byte."
        ) { context throws(CheckStop) in try profiles(context) }
    ]

    private static let path: BytePath = "linear.jpg"
    private static let pattern = TestPattern(width: 320, height: 200)
    private static let tolerance = PhotoFormat.jpeg.tolerance + 8

    private static func profiles(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let file = LinearProfile.inserted(into: try pattern.encoded(as: .jpeg))
        try Files.write(file, to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        let last = picker_rect(x: 176, y: 116, width: 128, height: 68)
        let asks: [(ask: ImageRequest, colors: [[Int]])] = [
            (ImageRequest(), pattern.uprightColors), (ImageRequest(64, 64), pattern.uprightColors),
            (ImageRequest(48, 48) { $0.crop = last }, [[Int]](repeating: pattern.uprightColors[3], count: 4)),
        ]
        var isKnown = false
        for (ask, colors) in asks {
            for delivery in [PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
                var kept = ask
                (kept.colors, kept.delivery) = (PICKER_COLOR_KEEP, delivery)
                if try givesProfile(context, library, asset, kept, colors) { isKnown = true }
            }
        }
        // Who reads no profiles at all takes every photo for one in sRGB.
        guard isKnown else { throw .notApplicable("it gives no colour profiles of photos") }
        for (ask, colors) in asks {
            for delivery in [PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
                var converted = ask
                converted.delivery = delivery
                try expectConverted(context, library, asset, converted, colors)
            }
        }
    }

    /// Whether frames of a request for samples as they are come with the profile of the file.
    private static func givesProfile(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ ask: ImageRequest, _ colors: [[Int]]
    ) throws(CheckStop) -> Bool {
        let sink = RecordSink.frames()
        let reply = library.image(asset.identifier, ask, sink: sink)
        let profiles = sink.records.map { $0.frame.color_space == PICKER_COLOR_ICC ? $0.frame.icc_profile.array : nil }
        for frame in sink.records { frame.release() }
        try reply.ok()
        for (frame, profile) in zip(sink.records, profiles) {
            guard let profile else { continue }
            try context.expect(
                profile.starts(with: LinearProfile.bytes),
                "\(path) in \(ask.sizeText), delivery \(ask.delivery): the profile of a frame is not that of the file")
            try context.expect(
                !isTelling(frame) || frame.shows(colors, tolerance: tolerance),
                "\(path) with its colours kept in \(ask.sizeText), delivery \(ask.delivery), shows \(frame.quarters), not "
                    + "\(colors)")
        }
        return profiles.contains { $0 != nil }
    }

    private static func expectConverted(
        _ context: CheckContext, _ library: Library, _ asset: AssetCopy, _ ask: ImageRequest, _ colors: [[Int]]
    ) throws(CheckStop) {
        let wanted = colors.map { $0.map(LinearProfile.converted) }
        for frame in try library.frames(asset.identifier, ask) {
            let kind = frame.isDegraded ? "a degraded frame" : "a frame"
            try context.expect(
                frame.frame.color_space == PICKER_COLOR_SRGB,
                "\(path) in sRGB was asked for, and \(kind) has the colour space \(frame.frame.color_space)")
            try context.expect(
                !isTelling(frame) || frame.shows(wanted, tolerance: tolerance),
                "\(path) in sRGB in \(ask.sizeText), delivery \(ask.delivery): \(kind) shows \(frame.quarters), not \(wanted)"
            )
        }
    }

    /// In a smaller one the middles of quarters are beside others.
    private static func isTelling(_ frame: FrameCopy) -> Bool { frame.width >= 16 && frame.height >= 10 }
}
