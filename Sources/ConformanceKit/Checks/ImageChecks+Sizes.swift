internal import BackendAPI
internal import PhotoModel

/// How large frames are, and what is refused.
extension ImageChecks {
    static let sizeChecks = [
        one(
            "full-size", "Without a target, an image has the full size", "R14.5",
            mend: "A target of 0 by 0 means no scaling."
        ) { trial throws(CheckStop) in
            try sizes(trial, ImageAsk()) { photo, frame in
                frame.width == photo.width && frame.height == photo.height ? nil : "\(photo.size)"
            }
        },
        one(
            "fit-shape", "Aspect fit keeps the image's shape", "R14.5",
            mend: "Scale by the smaller of both ratios."
        ) { trial throws(CheckStop) in try fit(trial) },
        one(
            "fast-not-enlarged", "Fast resize is never larger than the source", "R14.6",
            mend: "Clamp the scale at 1."
        ) { trial throws(CheckStop) in
            try sizes(trial, ImageAsk(3000, 3000)) { photo, frame in
                frame.width <= photo.width && frame.height <= photo.height ? nil : "at most \(photo.size)"
            }
        },
        one(
            "none-at-least", "Without resizing, a frame is at least as large as the target", "R14.6",
            mend: "Choose the next larger size that is quick to decode."
        ) { trial throws(CheckStop) in
            let ask = ImageAsk(20, 20) { $0.resize = PICKER_RESIZE_NONE }
            try sizes(trial, ask) { photo, frame in
                let isLarge = frame.width >= min(20, photo.width) || frame.height >= min(20, photo.height)
                return isLarge ? nil : "at least 20 in one direction"
            }
        },
        one(
            "fill-shape", "Aspect fill has the target's shape", "R14.5", needs: [.anyKnownFormat],
            mend: "Cut the largest part of that shape around the centre."
        ) { trial throws(CheckStop) in try fillShape(trial) },
        one(
            "exact-fill", "Exact resize fills exactly the target", "R14.6", needs: exact,
            mend: "Scale to the target's width and height, enlarging if need be."
        ) { trial throws(CheckStop) in
            for (width, height) in [(30, 30), (41, 17), (100, 20)] {
                let ask = ImageAsk(width, height) {
                    $0.resize = PICKER_RESIZE_EXACT
                    $0.content = PICKER_ASPECT_FILL
                }
                try sizes(trial, ask) { _, frame in
                    frame.width == width && frame.height == height ? nil : "\(width)x\(height)"
                }
            }
        },
        one(
            "exact-fit", "Exact resize fits exactly one side of the target", "R14.6", needs: exact,
            mend: "Scale so that width or height is the target's, and the other is inside."
        ) { trial throws(CheckStop) in
            let ask = ImageAsk(30, 30) { $0.resize = PICKER_RESIZE_EXACT }
            try sizes(trial, ask) { _, frame in
                max(frame.width, frame.height) == 30 ? nil : "30 on the longer side"
            }
        },
        one(
            "crop-outside", "A crop outside of the image is INVALID_ARGUMENT", "R10.1",
            mend: "Check x + width and y + height without overflow."
        ) { trial throws(CheckStop) in try cropOutside(trial) },
        one(
            "short-of-memory-limit", "A frame that the deployer's limit forbids is TOO_LARGE", "R14.9", .should,
            mend: "Ask the host for org.picker.limits/1 when a library is opened."
        ) { trial throws(CheckStop) in
            try deployerLimit(trial)
        },
    ]

    private static let exact: [Need] = [.anyKnownFormat, .capability(.exactSize)]

    private static func sizes(
        _ trial: Trial, _ ask: ImageAsk, _ wanted: (GalleryPhoto, FrameCopy) -> String?
    ) throws(CheckStop) {
        let library = try trial.open()
        for match in try trial.matches(library) where isTelling(match.photo) {
            let frame = try library.finalFrame(match.asset.identifier, ask)
            if let expected = wanted(match.photo, frame) {
                throw .failed(
                    "\(match.photo.path) in \(ask.width)x\(ask.height) came as \(frame.size), expected \(expected)")
            }
        }
    }

    /// Each shape once.
    private static func isTelling(_ photo: GalleryPhoto) -> Bool {
        let name = photo.path.description
        return ["root-", "tall-", "large-", "turned-6"].contains { name.contains($0) }
    }

    private static func fit(_ trial: Trial) throws(CheckStop) {
        for (width, height) in [(32, 32), (20, 60), (60, 20)] {
            try sizes(trial, ImageAsk(width, height)) { photo, frame in
                let shape = Double(frame.width * photo.height) / Double(frame.height * photo.width)
                return abs(shape - 1) < 1.5 / Double(min(frame.width, frame.height)) + 0.02
                    ? nil : "that of \(photo.size)"
            }
        }
    }

    private static func fillShape(_ trial: Trial) throws(CheckStop) {
        for (width, height) in [(30, 30), (20, 10)] {
            try sizes(trial, ImageAsk(width, height) { $0.content = PICKER_ASPECT_FILL }) { _, frame in
                let shape = Double(frame.width * height) / Double(frame.height * width)
                return abs(shape - 1) < 1.5 / Double(min(frame.width, frame.height)) + 0.02 ? nil : "that shape"
            }
        }
    }

    private static func cropOutside(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            let (width, height) = (UInt32(match.photo.width), UInt32(match.photo.height))
            for part in [
                picker_rect(x: width, y: 0, width: 10, height: 10),
                picker_rect(x: 0, y: 0, width: width + 1, height: 10),
                picker_rect(x: .max, y: .max, width: .max, height: .max),
                picker_rect(x: 8, y: 8, width: .max, height: height),
            ] {
                let sink = RecordSink.frames()
                let reply = match.library.image(match.asset.identifier, ImageAsk(16, 16) { $0.crop = part }, sink: sink)
                for frame in sink.records { frame.release() }
                try reply.expect(PICKER_INVALID_ARGUMENT)
            }
        }
    }

    private static func deployerLimit(_ trial: Trial) throws(CheckStop) {
        var limits = picker_limits_v1()
        limits.max_pixels = 10_000
        let library = try trial.open(trial.backend(host: HostProbe(limits: limits)))
        let large = try trial.largePhoto(library)
        let sink = RecordSink.frames()
        let reply = library.image(large.asset.identifier, ImageAsk(), sink: sink)
        for frame in sink.records { frame.release() }
        try reply.expect(PICKER_TOO_LARGE)
    }
}
