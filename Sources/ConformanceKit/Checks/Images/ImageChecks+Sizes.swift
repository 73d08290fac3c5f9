internal import BackendAPI
internal import PhotoModel

/// How large frames are, and what is refused.
extension ImageChecks {
    static let sizeChecks = [
        one(
            "full-size", "Without a target, an image has the full size", "R14.5",
            remedy: "A target of 0 by 0 means no scaling, and a crop with a side of 0 is none, wherever it begins."
        ) { context throws(CheckStop) in
            for crop in [picker_rect(), picker_rect(x: 100_000, y: 7, width: 0, height: 5)] {
                try sizes(context, ImageRequest { $0.crop = crop }) { photo, frame in
                    frame.width == photo.width && frame.height == photo.height ? nil : "\(photo.size)"
                }
            }
        },
        one(
            "fit-shape", "Aspect fit keeps the image's shape, and no side of it becomes nothing", "R14.5",
            remedy: "Scale by the smaller of both ratios; a side that is rounded to 0 is 1."
        ) { context throws(CheckStop) in
            try fit(context)
            try thin(context)
        },
        one(
            "far-targets", "A target of more pixels than an image can have is no other than a large one",
            "R14.5 R14.6 R16.1",
            remedy: "Read sides as numbers of 32 bits without a sign, and multiply them in 64 bits."
        ) { context throws(CheckStop) in try farTargets(context) },
        one(
            "fast-not-enlarged", "Fast resize is never larger than the source", "R14.6 R14.11",
            remedy: "Clamp the scale at 1."
        ) { context throws(CheckStop) in
            try sizes(context, ImageRequest(3000, 3000)) { photo, frame in
                frame.width <= photo.width && frame.height <= photo.height ? nil : "at most \(photo.size)"
            }
        },
        one(
            "none-at-least", "Without resizing, a frame is at least as large as the target", "R14.6",
            remedy: "Choose the next larger size that is quick to decode."
        ) { context throws(CheckStop) in
            let ask = ImageRequest(20, 20) { $0.resize = PICKER_RESIZE_NONE }
            try sizes(context, ask) { photo, frame in
                let isLarge = frame.width >= min(20, photo.width) || frame.height >= min(20, photo.height)
                return isLarge ? nil : "at least 20 in one direction"
            }
        },
        one(
            "fill-shape", "Aspect fill has the target's shape", "R14.5", requires: [.anyKnownFormat],
            remedy: "Cut the largest part of that shape around the centre."
        ) { context throws(CheckStop) in try fillShape(context) },
        one(
            "exact-fill", "Exact resize fills exactly the target", "R14.6", requires: exact,
            remedy: "Scale to the target's width and height, enlarging if need be."
        ) { context throws(CheckStop) in
            for (width, height) in [(30, 30), (41, 17), (100, 20)] {
                let ask = ImageRequest(width, height) {
                    $0.resize = PICKER_RESIZE_EXACT
                    $0.content = PICKER_ASPECT_FILL
                }
                try sizes(context, ask) { _, frame in
                    frame.width == width && frame.height == height ? nil : "\(width)x\(height)"
                }
            }
        },
        one(
            "exact-fit", "Exact resize fits exactly one side of the target", "R14.6", requires: exact,
            remedy: "Scale so that width or height is the target's, and the other is inside."
        ) { context throws(CheckStop) in
            let ask = ImageRequest(30, 30) { $0.resize = PICKER_RESIZE_EXACT }
            try sizes(context, ask) { _, frame in
                max(frame.width, frame.height) == 30 ? nil : "30 on the longer side"
            }
        },
        one(
            "crop-outside", "A crop outside of the image is INVALID_ARGUMENT", "R10.1",
            remedy: "Check x + width and y + height without overflow."
        ) { context throws(CheckStop) in try cropOutside(context) },
        one(
            "short-of-memory-limit", "A frame that the deployer's limit forbids is TOO_LARGE", "R14.9", .should,
            remedy: "Ask the host for org.picker.limits/1 when a library is opened."
        ) { context throws(CheckStop) in
            try deployerLimit(context)
        },
    ]

    private static let exact: [Requirement] = [.anyKnownFormat, .capability(.exactSize)]

    private static func sizes(
        _ context: CheckContext, _ ask: ImageRequest, _ wanted: (FixturePhoto, FrameCopy) -> String?
    ) throws(CheckStop) {
        let library = try context.open()
        for match in try context.matches(library) where isTelling(match.photo) {
            let frame = try library.finalFrame(match.asset.identifier, ask)
            // A server may have none that is large enough, and says so (R14.3, R14.11).
            if frame.isDegraded, context.order.fixtureCommand != nil { continue }
            if let expected = wanted(match.photo, frame) {
                throw .failed(
                    "\(match.photo.path) in \(ask.width)x\(ask.height) came as \(frame.size), expected \(expected)")
            }
        }
    }

    /// Each shape once.
    private static func isTelling(_ photo: FixturePhoto) -> Bool {
        let name = photo.path.description
        return ["root-", "tall-", "large-", "turned-6"].contains { name.contains($0) }
    }

    private static func fit(_ context: CheckContext) throws(CheckStop) {
        for (width, height) in [(32, 32), (20, 60), (60, 20)] {
            try sizes(context, ImageRequest(width, height)) { photo, frame in
                let shape = Double(frame.width * photo.height) / Double(frame.height * photo.width)
                return abs(shape - 1) < 1.5 / Double(min(frame.width, frame.height)) + 0.02
                    ? nil : "that of \(photo.size)"
            }
        }
    }

    /// Targets one side of which has the highest bit, or all of them: the other one decides, or they are refused.
    private static func farTargets(_ context: CheckContext) throws(CheckStop) {
        let hasExact = try context.info().capabilities.contains(.exactSize)
        let modes = [PICKER_RESIZE_FAST] + (hasExact ? [PICKER_RESIZE_EXACT] : [])
        for match in try context.samples() {
            for resize in modes {
                for far in [1 << 31, Int(UInt32.max)] {
                    // Files of images are made smaller by the host: pixels alone are asked for.
                    let change: (inout ImageRequest) -> Void = { ($0.resize, $0.formats) = (resize, 0) }
                    try farTarget(context, match, ImageRequest(40, far, change), (40, 1 << 16))
                    try farTarget(context, match, ImageRequest(far, 40, change), (1 << 16, 40))
                }
            }
        }
    }

    private static func farTarget(
        _ context: CheckContext, _ match: CheckContext.Match, _ ask: ImageRequest, _ near: (width: Int, height: Int)
    ) throws(CheckStop) {
        let sink = RecordSink.frames()
        let reply = match.library.image(match.asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        // A backend may have a largest target of its own, or nothing but files.
        try reply.expect([PICKER_OK, PICKER_INVALID_ARGUMENT, PICKER_TOO_LARGE, PICKER_UNSUPPORTED])
        guard reply.status == PICKER_OK, let found = sink.records.last else { return }
        let other = ImageRequest(near.width, near.height) { ($0.resize, $0.formats) = (ask.resize, 0) }
        let expected = try match.library.finalFrame(match.asset.identifier, other)
        try context.expect(
            found.width == expected.width && found.height == expected.height,
            "\(match.photo.path) in \(ask.sizeText) came as \(found.size), expected \(expected.size)")
    }

    /// Photos of a row, a column and a pixel, and targets that are lines.
    private static func thin(_ context: CheckContext) throws(CheckStop) {
        guard context.order.fixtureCommand == nil else { return }
        let format = try ChangeChecks.format(context)
        try context.makeLibrary()
        for (width, height) in [(1, 1), (1, 300), (300, 1), (2, 3), (60, 40)] {
            let image = RasterImage(
                width: width, height: height, samples: [UInt8](repeating: 120, count: width * height * 3))
            let path = context.root / BytePath("thin-\(width)x\(height).\(format.fileExtension)")
            try Files.write(image.encoded(as: format), to: path, date: FixtureLibrary.firstDate)
        }
        let library = try context.open()
        let gray = [[Int]](repeating: [120, 120, 120], count: 4)
        for asset in try library.assets() where asset.path.description.hasPrefix("thin-") {
            for (width, height) in [(0, 0), (50, 50), (4000, 1), (1, 4000), (1, 1)] {
                for content in [PICKER_ASPECT_FIT, PICKER_ASPECT_FILL] {
                    let frame = try library.finalFrame(
                        asset.identifier, ImageRequest(width, height) { $0.content = content })
                    try context.expect(
                        frame.width > 0 && frame.height > 0 && frame.shows(gray, tolerance: format.tolerance),
                        "\(asset.path) in \(width)x\(height) came as \(frame.size) with \(frame.quarters)")
                }
            }
        }
    }

    private static func fillShape(_ context: CheckContext) throws(CheckStop) {
        for (width, height) in [(30, 30), (20, 10)] {
            try sizes(context, ImageRequest(width, height) { $0.content = PICKER_ASPECT_FILL }) { _, frame in
                let shape = Double(frame.width * height) / Double(frame.height * width)
                return abs(shape - 1) < 1.5 / Double(min(frame.width, frame.height)) + 0.02 ? nil : "that shape"
            }
        }
    }

    private static func cropOutside(_ context: CheckContext) throws(CheckStop) {
        for match in try context.samples() {
            let (width, height) = (UInt32(match.photo.width), UInt32(match.photo.height))
            for part in [
                picker_rect(x: width, y: 0, width: 10, height: 10),
                picker_rect(x: 0, y: 0, width: width + 1, height: 10),
                picker_rect(x: .max, y: .max, width: .max, height: .max),
                picker_rect(x: 8, y: 8, width: .max, height: height),
                // Sums that come out within the photo where they overflow.
                picker_rect(x: 8, y: 8, width: .max - 3, height: 8),
                picker_rect(x: 8, y: 8, width: 8, height: .max - 3),
                picker_rect(x: 0, y: 0, width: width, height: height + 1),
            ] {
                try expectRefused(match, ImageRequest(16, 16) { $0.crop = part })
            }
        }
    }

    private static func expectRefused(_ match: CheckContext.Match, _ ask: ImageRequest) throws(CheckStop) {
        let (sink, hasPixels) = (RecordSink.frames(), Box(false))
        sink.onBytes = { frame in
            let format = readRecord(frame, zero: picker_frame()).format
            if format != PICKER_FORMAT_IMAGE_FILE { hasPixels.value = true }
        }
        let reply = match.library.image(match.asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        // An image file shows all of the image whatever is asked for, and it is the host that cuts (R14.11).
        if reply.status == PICKER_OK, sink.count > 0, !hasPixels.value { return }
        try reply.expect(PICKER_INVALID_ARGUMENT)
    }
}
