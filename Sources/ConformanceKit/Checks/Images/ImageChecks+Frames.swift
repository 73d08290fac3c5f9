internal import BackendAPI
internal import PhotoModel

/// Which frames come, and how they are flagged.
extension ImageChecks {
    static let frameChecks = [
        one(
            "final-frame", "An image ends in exactly one final frame", "R14.1",
            remedy: "Flag the last frame PICKER_FRAME_FINAL, and none before it."
        ) { context throws(CheckStop) in try finals(context) },
        one(
            "nothing-after-final", "No frame comes after the final one", "R14.2 R14.1",
            remedy: "Return after the final frame."
        ) { context throws(CheckStop) in try nothingAfterFinal(context) },
        one(
            "high-quality", "High quality is one frame, which is not degraded", "R14.3",
            remedy: "Emit degraded frames in opportunistic delivery alone."
        ) { context throws(CheckStop) in
            try eachShape(context, PICKER_DELIVERY_HIGH_QUALITY) { name, frames throws(CheckStop) in
                // What comes after a final frame is found by another check.
                let early = frames.dropLast().prefix { !$0.isFinal }.count
                try context.expect(early == 0, "\(name): \(early) frames came before the final one")
                try context.expect(frames.first?.isDegraded != true, "\(name): it is flagged degraded")
            }
        },
        one(
            "fast", "Fast delivery is one frame", "R14.3",
            remedy: "Emit the first frame that you have, flagged final."
        ) { context throws(CheckStop) in
            try eachShape(context, PICKER_DELIVERY_FAST) { name, frames throws(CheckStop) in
                let early = frames.dropLast().prefix { !$0.isFinal }.count
                try context.expect(early == 0, "\(name): \(early) frames came before the final one")
            }
        },
        one(
            "opportunistic", "In opportunistic delivery all frames but the last are degraded", "R14.3",
            remedy: "Flag what is not the best PICKER_FRAME_DEGRADED, and the final one not."
        ) { context throws(CheckStop) in
            try opportunistic(context)
        },
        one(
            "stop", "After PICKER_STOP no frame comes, and the answer is OK", "R9.3 R14.1",
            remedy: "Return PICKER_OK as soon as emit answers PICKER_STOP."
        ) { context throws(CheckStop) in try stop(context) },
        one(
            "frames-make-sense", "A frame has pixels, a known format, planes, strides and a release", "R14.8 R7.5",
            remedy: "Fill every field; a stride is at least the bytes of a row."
        ) { context throws(CheckStop) in
            for match in try context.samples() {
                for frame in try match.library.frames(match.asset.identifier, ImageRequest(24, 24)) {
                    if let fault = FrameSamples.fault(frame.frame) { throw .failed("\(match.photo.path): \(fault)") }
                    let (planes, used) = (frame.frame.plane, FrameSamples.widths(frame.frame).count)
                    let isSet = [planes.0, planes.1, planes.2, planes.3].dropFirst(used).contains { $0 != nil }
                    try context.expect(!isSet, "\(match.photo.path): a plane that its format does not have is not NULL")
                    try context.expect(
                        frame.frame.struct_size >= UInt32(MemoryLayout<picker_frame>.size),
                        "its struct_size is too small")
                }
            }
        },
        one(
            "accepted-formats", "Frames are in a format that the host accepts", "R14.7",
            remedy: "Convert, or return PICKER_UNSUPPORTED."
        ) { context throws(CheckStop) in try acceptedFormats(context) },
        one(
            "versions", "Every version of an asset can be asked for, and shows the file that it is",
            "R14.5 R14.13 R5.13",
            remedy:
                "CURRENT is the edited file, UNADJUSTED and ORIGINAL are without edits; an asset without them has the "
                + "same image in all versions."
        ) { context throws(CheckStop) in
            try edited(context)
            for match in try context.samples() {
                for version in [PICKER_VERSION_CURRENT, PICKER_VERSION_UNADJUSTED, PICKER_VERSION_ORIGINAL] {
                    _ = try match.library.finalFrame(
                        match.asset.identifier, ImageRequest(16, 16) { $0.version = version })
                }
            }
        },
    ]

    private static let deliveries = [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_HIGH_QUALITY, PICKER_DELIVERY_FAST]

    private static func finals(_ context: CheckContext) throws(CheckStop) {
        for delivery in deliveries {
            try eachShape(context, delivery) { name, frames throws(CheckStop) in
                let count = frames.count(where: \.isFinal)
                try context.expect(count == 1, "\(name), delivery \(delivery): \(count) final frames came")
            }
        }
    }

    /// Requests of which each is another case for who makes frames: small, whole, larger than the photo, odd, cut, one pixel.
    private static let shapes: [@Sendable (inout ImageRequest) -> Void] = [
        { ($0.width, $0.height) = (32, 32) }, { ($0.width, $0.height) = (0, 0) },
        { ($0.width, $0.height) = (700, 900) },
        { ($0.width, $0.height, $0.content, $0.resize) = (31, 47, PICKER_ASPECT_FILL, PICKER_RESIZE_EXACT) },
        { ($0.width, $0.height, $0.crop) = (20, 20, picker_rect(x: 3, y: 5, width: 29, height: 33)) },
        { $0.crop = picker_rect(x: 1, y: 1, width: 1, height: 1) },
        { ($0.width, $0.height, $0.resize) = (1, 1, PICKER_RESIZE_NONE) },
    ]

    /// The frames of one photo of each format in every shape.
    private static func eachShape(
        _ context: CheckContext, _ delivery: UInt32, _ body: (String, [FrameCopy]) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        // What a server keeps ready may be smaller than some of them ask for, and be flagged so (R14.11).
        let asked = context.order.fixtureCommand == nil ? shapes : Array(shapes.prefix(1))
        for match in try context.samples() {
            for shape in asked {
                let ask = ImageRequest { request in
                    shape(&request)
                    request.delivery = delivery
                }
                try body("\(match.photo.path) in \(ask.sizeText)", match.library.frames(match.asset.identifier, ask))
            }
        }
    }

    private static func nothingAfterFinal(_ context: CheckContext) throws(CheckStop) {
        for delivery in deliveries {
            try eachShape(context, delivery) { name, frames throws(CheckStop) in
                guard let first = frames.firstIndex(where: \.isFinal) else { return }
                // Further final frames are found by another check.
                let late = frames[(first + 1)...].count { !$0.isFinal }
                try context.expect(late == 0, "\(name), delivery \(delivery): \(late) frames came after it")
            }
        }
    }

    private static func opportunistic(_ context: CheckContext) throws(CheckStop) {
        try eachShape(context, PICKER_DELIVERY_OPPORTUNISTIC) { name, frames throws(CheckStop) in
            for frame in frames.dropLast() where !frame.isFinal && !frame.isDegraded {
                throw .failed("\(name): a frame is neither degraded nor final")
            }
            let final = frames.last(where: \.isFinal)
            try context.expect(final?.isDegraded != true, "\(name): the final frame is flagged degraded")
        }
    }

    private static func stop(_ context: CheckContext) throws(CheckStop) {
        for match in try context.samples() {
            let sink = RecordSink.frames(stopAt: 1)
            let ask = ImageRequest(48, 48) { $0.delivery = PICKER_DELIVERY_OPPORTUNISTIC }
            let reply = match.library.image(match.asset.identifier, ask, sink: sink)
            for frame in sink.records { frame.release() }
            let wasFinal = sink.records.first?.isFinal ?? true
            // What comes after a final frame is found by another check.
            try context.expect(
                wasFinal || sink.afterStop == 0, "\(match.photo.path): \(sink.afterStop) frames came after it")
            try reply.ok()
        }
    }

    private static func acceptedFormats(_ context: CheckContext) throws(CheckStop) {
        // The last one has no name yet: a later host may take it alone.
        let formats = Array(PICKER_FORMAT_GRAY8...PICKER_FORMAT_YCBCR8) + [31]
        for match in try context.samples() {
            for format in formats {
                for delivery in deliveries {
                    let sink = RecordSink.frames()
                    let ask = ImageRequest(16, 16) { ($0.formats, $0.delivery) = (1 << format, delivery) }
                    let reply = match.library.image(match.asset.identifier, ask, sink: sink)
                    for frame in sink.records { frame.release() }
                    try reply.expect([PICKER_OK, PICKER_UNSUPPORTED])
                    guard let other = sink.records.first(where: { $0.frame.format != format }) else { continue }
                    let kind = other.isFinal ? "one" : "one that is not final"
                    throw .failed("with format \(format) alone, \(kind) of format \(other.frame.format) came")
                }
            }
        }
    }
}
