internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of the administrator's limits.
extension ImageChecks {
    static let limitChecks = [
        one(
            "limits",
            "Each limit of the administrator holds for images of every size, and allows what is just within it",
            "R14.9",
            remedy:
                "Compare the whole photo with max_pixels, its file with max_file_bytes, and what you will take with "
                + "max_request_bytes, before memory is taken; look at the time where you ask check."
        ) { context throws(CheckStop) in try limits(context) }
    ]

    static func deployerLimit(_ context: CheckContext) throws(CheckStop) {
        var limits = picker_limits_v1()
        limits.max_pixels = 10_000
        let library = try context.open(context.backend(host: HostProbe(limits: limits)))
        try image(library, try context.largePhoto(library), ImageRequest()).expect(PICKER_TOO_LARGE)
    }

    private static func image(
        _ library: Library, _ match: CheckContext.Match, _ ask: ImageRequest, control: CallProbe = CallProbe()
    ) -> Reply {
        let sink = RecordSink.frames()
        let reply = library.image(match.asset.identifier, ask, sink: sink, control: control)
        for frame in sink.records { frame.release() }
        return reply
    }

    private static func limits(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let photo = try context.largePhoto(library)
        let pixels = UInt64(photo.photo.width * photo.photo.height)
        let bytes = UInt64(try Files.read(context.root / photo.photo.path).count)
        let cases: [(String, (inout picker_limits_v1) -> Void, isRefused: Bool)] = [
            ("max_pixels below its own", { $0.max_pixels = pixels - 1 }, true),
            ("as many max_pixels as it has", { $0.max_pixels = pixels }, false),
            ("max_file_bytes below its own", { $0.max_file_bytes = bytes - 1 }, true),
            ("as many max_file_bytes as it has", { $0.max_file_bytes = bytes }, false),
            ("max_request_bytes of 2000", { $0.max_request_bytes = 2000 }, true),
            ("max_request_bytes of a gigabyte", { $0.max_request_bytes = 1 << 30 }, false),
            ("limits of 0, which are none", { _ in }, false),
        ]
        let crop = ImageRequest(40, 40) { $0.crop = picker_rect(x: 8, y: 8, width: 64, height: 64) }
        let quick = [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST].map { delivery in
            ImageRequest(32, 32) { $0.delivery = delivery }
        }
        for (name, change, isRefused) in cases {
            var limits = picker_limits_v1()
            change(&limits)
            let limited = try context.open(context.backend(host: HostProbe(limits: limits)))
            for ask in [ImageRequest(), ImageRequest(32, 32), crop] + quick {
                let reply = image(limited, photo, ask)
                try context.expect(
                    reply.status == (isRefused ? PICKER_TOO_LARGE : PICKER_OK),
                    "with \(name), an image in \(ask.width)x\(ask.height), delivery \(ask.delivery), of a photo of \(pixels) pixels in \(bytes) bytes "
                        + "answered \(reply.described)")
            }
            limited.beginShutdown()
            limited.close()
        }
        for ahead in [0, 3_600_000_000_000] as [UInt64] { try time(context, ahead: ahead) }
        try minute(context)
    }

    /// A minute is allowed, and twenty seconds pass on the host's clock when the backend asks for the second time.
    private static func minute(_ context: CheckContext) throws(CheckStop) {
        var limits = picker_limits_v1()
        limits.max_request_milliseconds = 60_000
        let host = HostProbe(limits: limits)
        let library = try context.open(context.backend(host: host))
        let control = CallProbe()
        control.onCheck = { number in
            if number == 2 { host.ahead.store(20_000_000_000, ordering: .relaxed) }
        }
        let reply = image(library, try context.largePhoto(library), ImageRequest(), control: control)
        try context.expect(
            reply.status == PICKER_OK,
            "an image that may take a minute and took 20 seconds on the host's clock answered \(reply.described)")
    }

    /// Time passes while the backend asks whether to go on.
    ///
    /// - Parameter ahead: how much more of it on the host's clock, in nanoseconds.
    private static func time(_ context: CheckContext, ahead: UInt64) throws(CheckStop) {
        var limits = picker_limits_v1()
        limits.max_request_milliseconds = 30
        let host = HostProbe(limits: limits)
        let library = try context.open(context.backend(host: host))
        let photo = try context.largePhoto(library)
        let control = CallProbe()
        let late = Atomic(0)
        control.onCheck = { number in
            guard number > 1 else { return }
            _ = late.add(1, ordering: .relaxed)
            host.ahead.store(ahead, ordering: .relaxed)
            if number < 6 { Threads.pause(milliseconds: 20) }
        }
        let reply = image(library, photo, ImageRequest(), control: control)
        // One that asks no more often may not have noticed. Whatever else ends it, it is the time that was over.
        guard reply.status != PICKER_OK || late.load(ordering: .relaxed) > 3 else { return }
        try context.expect(
            reply.status == PICKER_DEADLINE,
            "an image that may take 30 ms and took longer, on the host's clock \(ahead / 1_000_000_000) s more, answered "
                + reply.described)
    }
}
