internal import BackendAPI
internal import PhotoModel

/// Images: which frames come, how large, what they show, and what becomes of their memory.
enum ImageChecks {
    static let all = [
        one(
            "final-frame", "An image ends in exactly one final frame", "R14.1",
            mend: "Flag the last frame PICKER_FRAME_FINAL, and none before it."
        ) { trial throws(CheckStop) in try finals(trial) },
        one(
            "nothing-after-final", "No frame comes after the final one", "R14.2 R14.1",
            mend: "Return after the final frame."
        ) { trial throws(CheckStop) in try nothingAfterFinal(trial) },
        one(
            "high-quality", "High quality is one frame, which is not degraded", "R14.3",
            mend: "Emit degraded frames in opportunistic delivery alone."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                let frames = try match.library.frames(match.asset.identifier, ImageAsk(32, 32))
                // What comes after a final frame is another check's business.
                let early = frames.dropLast().prefix { !$0.isFinal }.count
                try trial.expect(early == 0, "\(match.photo.path): \(early) frames came before the final one")
                try trial.expect(frames.first?.isDegraded != true, "\(match.photo.path): it is flagged degraded")
            }
        },
        one(
            "fast", "Fast delivery is one frame", "R14.3",
            mend: "Emit the first frame that you have, flagged final."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                let ask = ImageAsk(32, 32) { $0.delivery = PICKER_DELIVERY_FAST }
                let frames = try match.library.frames(match.asset.identifier, ask)
                let early = frames.dropLast().prefix { !$0.isFinal }.count
                try trial.expect(early == 0, "\(match.photo.path): \(early) frames came before the final one")
            }
        },
        one(
            "opportunistic", "In opportunistic delivery all frames but the last are degraded", "R14.3",
            mend: "Flag what is not the best PICKER_FRAME_DEGRADED, and the final one not."
        ) { trial throws(CheckStop) in
            try opportunistic(trial)
        },
        one(
            "stop", "After PICKER_STOP no frame comes, and the answer is OK", "R9.3 R14.1",
            mend: "Return PICKER_OK as soon as emit answers PICKER_STOP."
        ) { trial throws(CheckStop) in try stop(trial) },
        one(
            "frames-make-sense", "A frame has pixels, a known format, planes, strides and a release", "R14.8 R7.5",
            mend: "Fill every field; a stride is at least the bytes of a row."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                for frame in try match.library.frames(match.asset.identifier, ImageAsk(24, 24)) {
                    if let fault = FrameSamples.fault(frame.frame) { throw .failed("\(match.photo.path): \(fault)") }
                    try trial.expect(
                        frame.frame.struct_size >= UInt32(MemoryLayout<picker_frame>.size),
                        "its struct_size is too small")
                }
            }
        },
        one(
            "accepted-formats", "Frames are in a format that the host accepts", "R14.7",
            mend: "Convert, or return PICKER_UNSUPPORTED."
        ) { trial throws(CheckStop) in try acceptedFormats(trial) },
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
            "colors", "Pixels show what the file has, upright", "R14.4 R14.8",
            mend: "Rows run from top to bottom; samples are red, green, blue."
        ) { trial throws(CheckStop) in
            for match in try trial.matches(trial.open()) where match.photo.painting.orientation == nil {
                try shows(trial, match, ImageAsk())
            }
        },
        one(
            "orientation", "All eight orientations are shown upright", "R14.4", needs: [.format("public.jpeg")],
            mend: "Apply the EXIF orientation to pixels, width and height."
        ) { trial throws(CheckStop) in
            let turned = try trial.matches(trial.open(), format: .jpeg).filter { $0.photo.painting.orientation != nil }
            try trial.expect(turned.count == 8, "\(turned.count) of 8 turned photos are listed")
            for match in turned {
                try shows(trial, match, ImageAsk())
                try shows(trial, match, ImageAsk(32, 32))
            }
        },
        one(
            "colors-when-scaled", "A scaled image shows the same", "R14.5 R14.6",
            mend: "Scale the whole upright image."
        ) { trial throws(CheckStop) in
            for match in try trial.matches(trial.open()) where match.photo.width > 600 {
                for ask in [ImageAsk(64, 64), ImageAsk(37, 200), ImageAsk(300, 300)] { try shows(trial, match, ask) }
            }
        },
        one(
            "crop", "A crop cuts the upright image before it is scaled", "R14.5 R14.4",
            mend: "Crop in pixels of the upright full image, then scale."
        ) { trial throws(CheckStop) in try crop(trial) },
        one(
            "crop-outside", "A crop outside of the image is INVALID_ARGUMENT", "R10.1",
            mend: "Check x + width and y + height without overflow."
        ) { trial throws(CheckStop) in try cropOutside(trial) },
        one(
            "fill-centre", "Aspect fill cuts around the centre", "R14.5",
            mend: "Leave as much on the left as on the right."
        ) { trial throws(CheckStop) in try fillCentre(trial) },
        one(
            "pixels-stay", "Pixels do not change until the frame is released", "R14.8 R9.5",
            mend: "Give each frame memory of its own."
        ) { trial throws(CheckStop) in try pixelsStay(trial) },
        one(
            "release-elsewhere", "Frames can be released on any thread, in any order", "R14.8 R11.5",
            mend: "release must not need a lock that the call holds, nor a thread of its own."
        ) { trial throws(CheckStop) in
            try releaseElsewhere(trial)
        },
        one(
            "versions", "Every version of an asset can be asked for", "R14.5",
            mend: "An asset without edits has the same image in all versions."
        ) { trial throws(CheckStop) in
            for match in try trial.samples() {
                for version in [PICKER_VERSION_CURRENT, PICKER_VERSION_UNADJUSTED, PICKER_VERSION_ORIGINAL] {
                    _ = try match.library.finalFrame(match.asset.identifier, ImageAsk(16, 16) { $0.version = version })
                }
            }
        },
        one(
            "short-of-memory-limit", "A frame that the deployer's limit forbids is TOO_LARGE", "R14.9", .should,
            mend: "Ask the host for org.picker.limits/1 when a library is opened."
        ) { trial throws(CheckStop) in
            try deployerLimit(trial)
        },
    ]

    private static let exact: [Need] = [.anyKnownFormat, .capability(.exactSize)]

    private static func one(
        _ name: String, _ sentence: String, _ clauses: String, _ severity: Severity = .must,
        needs: [Need] = [.anyKnownFormat], mend: String, _ body: @escaping Check.Body
    ) -> Check {
        Check("images." + name, sentence, clauses, severity, needs: needs, mend: mend, body: body)
    }

    private static let deliveries = [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_FAST]

    private static func finals(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            for delivery in deliveries {
                let frames = try match.library.frames(
                    match.asset.identifier, ImageAsk(32, 32) { $0.delivery = delivery })
                let count = frames.count(where: \.isFinal)
                try trial.expect(count == 1, "\(match.photo.path), delivery \(delivery): \(count) final frames came")
            }
        }
    }

    private static func nothingAfterFinal(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            for delivery in deliveries {
                let frames = try match.library.frames(
                    match.asset.identifier, ImageAsk(32, 32) { $0.delivery = delivery })
                guard let first = frames.firstIndex(where: \.isFinal) else { continue }
                // Further final frames are another check's business.
                let late = frames[(first + 1)...].count { !$0.isFinal }
                try trial.expect(late == 0, "\(match.photo.path), delivery \(delivery): \(late) frames came after it")
            }
        }
    }

    private static func opportunistic(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            let ask = ImageAsk(48, 48) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC }
            let frames = try match.library.frames(match.asset.identifier, ask)
            for frame in frames.dropLast() where !frame.isFinal && !frame.isDegraded {
                throw .failed("\(match.photo.path): a frame is neither degraded nor final")
            }
            let final = frames.last(where: \.isFinal)
            try trial.expect(final?.isDegraded != true, "\(match.photo.path): the final frame is flagged degraded")
        }
    }

    private static func stop(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            let sink = RecordSink.frames(stopAt: 1)
            let ask = ImageAsk(48, 48) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC }
            let reply = match.library.image(match.asset.identifier, ask, sink: sink)
            for frame in sink.records { frame.release() }
            let wasFinal = sink.records.first?.isFinal ?? true
            // What comes after a final frame is another check's business.
            try trial.expect(
                wasFinal || sink.afterStop == 0, "\(match.photo.path): \(sink.afterStop) frames came after it")
            try reply.ok()
        }
    }

    private static func acceptedFormats(_ trial: Trial) throws(CheckStop) {
        for match in try trial.samples() {
            for format in PICKER_FORMAT_GRAY8...PICKER_FORMAT_YCBCR8 {
                let sink = RecordSink.frames()
                let ask = ImageAsk(16, 16) { $0.formats = 1 << format }
                let reply = match.library.image(match.asset.identifier, ask, sink: sink)
                for frame in sink.records { frame.release() }
                try reply.expect([PICKER_OK, PICKER_UNSUPPORTED])
                let others = sink.records.filter { $0.frame.format != format }
                try trial.expect(
                    others.isEmpty, "with format \(format) alone, one of format \(others.first?.frame.format ?? 0) came"
                )
            }
        }
    }

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

    private static func shows(_ trial: Trial, _ match: Trial.Match, _ ask: ImageAsk) throws(CheckStop) {
        let sink = RecordSink.frames()
        let reply = match.library.image(match.asset.identifier, ask, sink: sink)
        for frame in sink.records { frame.release() }
        try reply.ok()
        guard let frame = sink.records.last(where: \.isFinal) else { return }
        try trial.expect(
            frame.shows(match.photo.quarters, tolerance: match.photo.format.tolerance),
            "\(match.photo.path) in \(ask.width)x\(ask.height): quarters are \(frame.quarters), not \(match.photo.quarters)"
        )
    }

    private static func crop(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let large = try trial.largePhoto(library)
        let (width, height) = (UInt32(large.photo.width), UInt32(large.photo.height))
        let corners = [(0, 0), (width / 2, 0), (0, height / 2), (width / 2, height / 2)]
        for (quarter, corner) in corners.enumerated() {
            let part = picker_rect(x: corner.0 + 16, y: corner.1 + 16, width: width / 2 - 32, height: height / 2 - 32)
            for target in [0, 40] {
                let frame = try library.finalFrame(large.asset.identifier, ImageAsk(target, target) { $0.crop = part })
                let color = large.photo.quarters[quarter]
                try trial.expect(
                    frame.shows([color, color, color, color], tolerance: large.photo.format.tolerance),
                    "quarter \(quarter) was asked for, \(frame.quarters) came in \(frame.size)")
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

    /// A narrow part around the centre of a wide picture has all four colours; one at a side has two.
    private static func fillCentre(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let large = try trial.largePhoto(library)
        let ask = ImageAsk(40, 80) { $0.content = PICKER_ASPECT_FILL }
        let frame = try library.finalFrame(large.asset.identifier, ask)
        try trial.expect(
            frame.shows(large.photo.quarters, tolerance: large.photo.format.tolerance),
            "its quarters are \(frame.quarters), not \(large.photo.quarters)")
    }

    private static func pixelsStay(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let matches = try trial.matches(library)
        let (large, other) = (try trial.largePhoto(library), matches[0])
        let held = RecordSink.frames()
        try library.image(large.asset.identifier, ImageAsk(64, 64), sink: held).ok()
        let before = held.records.map(\.sum)
        for width in [64, 63, 20] {
            _ = try library.frames(other.asset.identifier, ImageAsk(width, width))
            _ = try library.frames(large.asset.identifier, ImageAsk(width, width) { $0.content = PICKER_ASPECT_FILL })
        }
        try trial.expect(held.records.map(\.sum) == before, "its pixels changed while others were asked for")
        for frame in held.records { frame.release() }
    }

    private static func releaseElsewhere(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let sink = RecordSink.frames()
        for match in try trial.matches(library).prefix(6) {
            try library.image(match.asset.identifier, ImageAsk(24, 24), sink: sink).ok()
        }
        let frames = Array(sink.records.reversed())
        Threads.run(2) { index in
            for place in stride(from: index, to: frames.count, by: 2) { frames[place].release() }
        }
        _ = try library.assets()
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
