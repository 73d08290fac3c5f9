internal import BackendAPI
internal import PhotoModel

/// What frames show, and what becomes of their memory.
extension ImageChecks {
    static let pixelChecks = [
        one(
            "colors", "Pixels show what the file has, upright", "R14.4 R14.8",
            remedy: "Rows run from top to bottom; samples are red, green, blue."
        ) { context throws(CheckStop) in
            for match in try context.matches(context.open()) where match.photo.pattern.orientation == nil {
                try shows(context, match, ImageRequest())
            }
        },
        one(
            "orientation", "All eight orientations are shown upright", "R14.4", requires: [.format("public.jpeg")],
            remedy: "Apply the EXIF orientation to pixels, width and height."
        ) { context throws(CheckStop) in
            try unturned(context)
            let turned = try context.matches(context.open(), format: .jpeg).filter {
                $0.photo.pattern.orientation != nil
            }
            try context.expect(turned.count == 8, "\(turned.count) of 8 turned photos are listed")
            for match in turned {
                try shows(context, match, ImageRequest())
                try shows(context, match, ImageRequest(32, 32))
            }
        },
        one(
            "colors-when-scaled", "A scaled image shows the same", "R14.5 R14.6",
            remedy: "Scale the whole upright image."
        ) { context throws(CheckStop) in
            for match in try context.matches(context.open()) where match.photo.width > 600 {
                for ask in [ImageRequest(64, 64), ImageRequest(37, 200), ImageRequest(300, 300)] {
                    try shows(context, match, ask)
                }
            }
            try muchSmaller(context)
        },
        one(
            "crop", "A crop cuts the upright image before it is scaled", "R14.5 R14.4",
            remedy: "Crop in pixels of the upright full image, then scale."
        ) { context throws(CheckStop) in try crop(context) },
        one(
            "fill-centre", "Aspect fill cuts around the centre", "R14.5",
            remedy: "Leave as much on the left as on the right."
        ) { context throws(CheckStop) in try fillCentre(context) },
        one(
            "pixels-stay", "Pixels do not change until the frame is released", "R14.8 R9.5",
            remedy: "Give each frame memory of its own."
        ) { context throws(CheckStop) in try pixelsStay(context) },
        one(
            "release-elsewhere", "Frames can be released on any thread, in any order", "R14.8 R11.5",
            remedy: "release must not need a lock that the call holds, nor a thread of its own."
        ) { context throws(CheckStop) in
            try releaseElsewhere(context)
        },
    ]

    private static func shows(
        _ context: CheckContext, _ match: CheckContext.Match, _ ask: ImageRequest
    ) throws(CheckStop) {
        let sink = RecordSink.frames()
        let reply = match.library.image(match.asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        try reply.ok()
        guard let frame = sink.records.last(where: \.isFinal) else { return }
        try context.expect(
            frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
            "\(match.photo.path) in \(ask.sizeText): quarters are \(frame.quarters), not "
                + "\(match.photo.quarters)"
                + QuarterHint.clause(
                    frame.quarters, expected: match.photo.quarters, tolerance: match.photo.format.tolerance))
    }

    /// A photo of some megapixels in the size of a sign: each pixel is made of tens of thousands.
    private static func muchSmaller(_ context: CheckContext) throws(CheckStop) {
        guard context.order.fixtureCommand == nil else { return }
        let format = try ChangeChecks.format(context)
        let path = BytePath("many-pixels.\(format.fileExtension)")
        let pattern = TestPattern(width: 2400, height: 1600)
        try Files.write(pattern.encoded(as: format), to: context.root / path, date: FixtureLibrary.firstDate)
        let library = try context.open()
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is not listed")
        }
        // Colours of a frame may be of four by four pixels: a quarter is no smaller.
        for ask in [
            ImageRequest(12, 12), ImageRequest(24, 24) { $0.content = PICKER_ASPECT_FILL }, ImageRequest(100, 8),
        ] {
            let frame = try library.finalFrame(asset.identifier, ask)
            try context.expect(
                frame.shows(pattern.uprightColors, tolerance: format.tolerance),
                "\(path) of 2400x1600 in \(ask.sizeText): quarters are \(frame.quarters), not \(pattern.uprightColors)"
                    + QuarterHint.clause(frame.quarters, expected: pattern.uprightColors, tolerance: format.tolerance))
        }
    }

    /// Photos whose EXIF block names an orientation that there is not.
    private static func unturned(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        let numbers: [UInt16] = [0, 9, 262]
        let pattern = TestPattern(width: 64, height: 40)
        for number in numbers {
            var turned = pattern
            turned.orientation = number
            let path = BytePath("Orientations/unturned-\(number).jpg")
            try Files.write(turned.encoded(as: .jpeg), to: context.root / path, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        for asset in try library.assets() where asset.path.description.contains("unturned-") {
            let frame = try library.finalFrame(asset.identifier)
            try context.expect(
                frame.size == "64x40" && frame.shows(pattern.uprightColors, tolerance: PhotoFormat.jpeg.tolerance),
                "\(asset.path) has an orientation that there is not, and came in \(frame.size) as \(frame.quarters)")
        }
    }

    private static func crop(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let large = try context.largePhoto(library)
        let (width, height) = (UInt32(large.photo.width), UInt32(large.photo.height))
        let corners = [(0, 0), (width / 2, 0), (0, height / 2), (width / 2, height / 2)]
        for (quarter, corner) in corners.enumerated() {
            let part = picker_rect(x: corner.0 + 16, y: corner.1 + 16, width: width / 2 - 32, height: height / 2 - 32)
            for target in [0, 40] {
                let frame = try library.finalFrame(
                    large.asset.identifier, ImageRequest(target, target) { $0.crop = part })
                let color = large.photo.quarters[quarter]
                try context.expect(
                    frame.shows([color, color, color, color], tolerance: large.photo.format.tolerance),
                    "quarter \(quarter) was asked for, \(frame.quarters) came in \(frame.size)")
            }
        }
    }

    /// A narrow part around the centre of a wide image has all four colours; one at a side has two.
    private static func fillCentre(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let large = try context.largePhoto(library)
        let ask = ImageRequest(40, 80) { $0.content = PICKER_ASPECT_FILL }
        let frame = try library.finalFrame(large.asset.identifier, ask)
        try context.expect(
            frame.shows(large.photo.quarters, tolerance: large.photo.format.tolerance),
            "its quarters are \(frame.quarters), not \(large.photo.quarters)"
                + QuarterHint.clause(
                    frame.quarters, expected: large.photo.quarters, tolerance: large.photo.format.tolerance))
    }

    private static func pixelsStay(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let matches = try context.matches(library)
        let (large, other) = (try context.largePhoto(library), matches[0])
        let held = RecordSink.frames()
        try library.image(large.asset.identifier, ImageRequest(64, 64), sink: held).ok()
        let before = held.records.map(\.sum)
        for width in [64, 63, 20] {
            _ = try library.frames(other.asset.identifier, ImageRequest(width, width))
            _ = try library.frames(
                large.asset.identifier, ImageRequest(width, width) { $0.content = PICKER_ASPECT_FILL })
        }
        try context.expect(held.records.map(\.sum) == before, "its pixels changed while others were asked for")
        for frame in held.records { frame.release() }
    }

    private static func releaseElsewhere(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        var frames: [FrameCopy] = []
        for match in try context.matches(library).prefix(6) {
            let sink = RecordSink.frames()
            try library.image(match.asset.identifier, ImageRequest(24, 24), sink: sink).ok()
            frames = sink.records + frames
        }
        Threads.run(2) { index in
            for place in stride(from: index, to: frames.count, by: 2) { frames[place].release() }
        }
        _ = try library.assets()
    }
}
