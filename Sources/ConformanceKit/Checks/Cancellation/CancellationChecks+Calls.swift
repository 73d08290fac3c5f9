internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of calls that are asked to end.
extension CancellationChecks {
    static func inTheMiddle(_ context: CheckContext) throws(CheckStop) {
        guard let fetch = try context.open().fetch().fetch else { throw .failed("fetch did not work") }
        let total = try fetch.window(0, 1 << 40).count
        let control = CallProbe()
        let sink = RecordSink.assets()
        sink.onRecord = { if $0 == 2 { control.change(to: PICKER_CANCELLED) } }
        let reply = fetch.window(0, 1 << 40, sink: sink, control: control)
        // A window of which a unit of work or less was left may come to its end, however long it took before.
        let rest = control.changedAt == 0 ? 0 : Clock.now - control.changedAt
        if reply.status == PICKER_OK, sink.count == total, rest < context.limit(milliseconds: 100) { return }
        try reply.expect(PICKER_CANCELLED)
        try expectPrompt(context, since: control.changedAt)
    }

    /// That a call which is asked to end from the start returns within a second, with that answer, if it asks at all
    /// (R12.2).
    ///
    /// One that is slow is made again: a machine that is busy with other things is not slow three times in a row.
    static func expectEnd(
        _ context: CheckContext, _ status: picker_status = PICKER_CANCELLED,
        _ call: (CallProbe) throws(CheckStop) -> Reply
    ) throws(CheckStop) {
        var fastest = UInt64.max
        var operation = ""
        for _ in 0..<3 where fastest >= context.limit(milliseconds: 1000) {
            let control = CallProbe(answering: status)
            let reply = try call(control)
            // One that is done within a unit of work need not ask (R12.1).
            guard control.checkCount > 0 else { return }
            try reply.expect(status)
            (fastest, operation) = (min(fastest, reply.nanoseconds), reply.operation)
        }
        try context.expect(
            fastest < context.limit(milliseconds: 1000),
            "\(operation) answered \(Status.name(status)) after \(fastest / 1_000_000) ms")
    }

    /// The same of both answers that `check` has.
    static func expectEveryEnd(
        _ context: CheckContext, _ call: (CallProbe) throws(CheckStop) -> Reply
    ) throws(CheckStop) {
        for status in [PICKER_CANCELLED, PICKER_DEADLINE] { try expectEnd(context, status, call) }
    }

    /// A deadline that no call here comes near.
    static func deadlineToCome(_ context: CheckContext) throws(CheckStop) {
        for deadline in [Clock.now + context.limit(milliseconds: 3_600_000), .max] {
            try everythingWorks(context, until: deadline)
        }
    }

    private static func everythingWorks(_ context: CheckContext, until deadline: UInt64) throws(CheckStop) {
        func control() -> CallProbe { CallProbe(deadline: deadline) }
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder, control: control())
        try opened.reply.ok()
        guard let library = opened.library else { return }
        let asset = try context.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        for call in calls where call.name != "image" { try call.body(library, asset, roll, control()).ok() }
        if try context.info().formats.contains(where: PhotoFormat.identifiers.contains) {
            let shown = try context.matches(library)[0].asset.identifier
            try library.image(shown, ImageRequest(32, 32), sink: .releasing(), control: control()).ok()
        }
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        try fetch.window(0, 9, sink: .assets(), control: control()).ok()
        try fetch.index(of: asset.identifier, control: control()).reply.ok()
    }

    /// That a call which was asked to end returned within a second (R12.2).
    static func expectPrompt(_ context: CheckContext, since start: UInt64) throws(CheckStop) {
        let took = Clock.now - start
        try context.expect(took < context.limit(milliseconds: 1000), "it took \(took / 1_000_000) ms to return")
    }

    /// What has no check of its own.
    static func others(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library).identifier
        let roll = try library.cameraRoll().identifier
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let named = FetchRequest(.identifiers([asset, asset]))
        let calls: [(CallProbe) -> Reply] = [
            { library.collection(roll, sink: .collections(), control: $0) },
            { library.diagnostics(sink: .diagnostics(), control: $0) }, { library.authorization(control: $0).reply },
            { library.changes(since: nil, sink: .changes(), control: $0) },
            { library.fetch(FetchRequest(.collection(roll)), control: $0).reply },
            { library.fetch(named, control: $0).reply }, { library.count(named, control: $0).reply },
            { fetch.count(control: $0).reply }, { fetch.window(0, 9, sink: .assets(), control: $0) },
            { fetch.index(of: asset, control: $0).reply },
        ]
        for call in calls {
            try expectEveryEnd(context) { control throws(CheckStop) in call(control) }
        }
    }

    static func latency(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let large = try context.largePhoto(library)
        for checks in [1, 2, 5, 20] {
            let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: checks)
            let sink = RecordSink.frames()
            let reply = library.image(large.asset.identifier, ImageRequest(), sink: sink, control: control)
            for frame in sink.records { frame.release() }
            // It may have been done before it asked so often.
            if reply.status == PICKER_OK, control.changedAt == 0 || sink.records.contains(where: \.isFinal) { continue }
            try reply.expect(PICKER_CANCELLED)
            try expectPrompt(context, since: control.changedAt)
        }
        for delivery in [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
            try cancelledAtFirstFrame(context, library, large.asset.identifier, delivery)
        }
    }

    /// Cancels an image when its first frame comes: a final one, or one that is followed by none that is.
    private static func cancelledAtFirstFrame(
        _ context: CheckContext, _ library: Library, _ photo: Text, _ delivery: UInt32
    ) throws(CheckStop) {
        let (control, sink) = (CallProbe(), RecordSink.releasing())
        sink.onRecord = { if $0 == 1 { control.change(to: PICKER_CANCELLED) } }
        let reply = library.image(photo, ImageRequest { $0.delivery = delivery }, sink: sink, control: control)
        try reply.expect([PICKER_OK, PICKER_CANCELLED])
        try context.expect(
            sink.records.contains(where: \.isFinal) == (reply.status == PICKER_OK),
            "an image in delivery \(delivery) was cancelled at its first frame, answered \(reply.described), and "
                + (reply.status == PICKER_OK ? "gave no final frame" : "gave a final frame all the same"))
        if reply.status != PICKER_OK { try expectPrompt(context, since: control.changedAt) }
    }

    /// Enlarges a small photo, whose decoding takes no time, so far that drawing it takes seconds.
    static func enlarging(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let photo = try context.samples()[0].asset.identifier
        func image(_ side: Int, _ control: CallProbe) -> Reply { enlarged(library, photo, side, control) }
        guard let large = sideOfSeconds(image) else { return }
        let control = CallProbe()
        let begin = ProcessorTime.ofThread
        let asked = Atomic<UInt64>(begin)
        let longest = Atomic<UInt64>(0)
        // Time of a processor: that others use the machine, too, does not count.
        control.onCheck = { _ in
            let now = ProcessorTime.ofThread
            let last = asked.exchange(now, ordering: .relaxed)
            // Another thread has another clock.
            if now > last { longest.max(now - last, ordering: .relaxed) }
        }
        let reply = image(large, control)
        try reply.expect([PICKER_OK, PICKER_TOO_LARGE, PICKER_OUT_OF_MEMORY])
        let (now, last) = (ProcessorTime.ofThread, asked.load(ordering: .relaxed))
        if now > last { longest.max(now - last, ordering: .relaxed) }
        let silence = longest.load(ordering: .relaxed) / 1_000_000
        // A sanitizer takes its part of it, too, above all of taking the memory, which may be half of a short work; but whatever it takes,
        // one that asks is not silent for three quarters. One that is has done little else than to take the memory, or does not ask.
        let isMostlySilent = silence * 4_000_000 > (now - begin) * 3
        let limit = UInt64(250 * (isMostlySilent ? 0.5 : min(context.order.timeScale, 6)))
        try context.expect(
            silence < limit + filling(large * large * 3),
            "an image of \(large)x\(large) of a small photo worked for \(silence) ms without asking whether to go on; "
                + "it asked \(control.checkCount) times")
    }

    /// A photo in a square that has so many pixels on a side.
    static func enlarged(_ library: Library, _ photo: Text, _ side: Int, _ control: CallProbe) -> Reply {
        let ask = ImageRequest(side, side) { ($0.resize, $0.content) = (PICKER_RESIZE_EXACT, PICKER_ASPECT_FILL) }
        return library.image(photo, ask, sink: .releasing(), control: control)
    }

    /// The side of a square that takes three seconds of a processor to draw, and leaves memory to others; nil: it makes none.
    static func sideOfSeconds(_ image: (Int, CallProbe) -> Reply) -> Int? {
        let side = 1000
        let start = ProcessorTime.ofThread
        guard image(side, CallProbe()).status == PICKER_OK else { return nil }
        let seconds = max(0.001, Double(ProcessorTime.ofThread - start) / 1e9)
        let large = Int(min(10_000, Double(side) * (3 / seconds).squareRoot()))
        return large > side ? large : nil
    }

    /// Milliseconds of a processor that it takes to fill so much memory with a pattern when it is taken and when it is given back, as is done
    /// in this process alone; and half as many, for what the system does meanwhile.
    private static func filling(_ byteCount: Int) -> UInt64 {
        let start = ProcessorTime.ofThread
        alignedMemory(byteCount: byteCount, alignment: 16).map(freeAlignedMemory)
        return (ProcessorTime.ofThread - start) * 3 / 2_000_000
    }

    static func asks(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        for call in calls {
            let control = CallProbe()
            let took = call.body(library, asset, roll, control).nanoseconds
            let isLong = took > context.limit(milliseconds: 500)
            try context.expect(
                !isLong || control.checkCount > 0, "\(call.name) took \(took / 1_000_000) ms and never asked")
        }
    }

    static func silence(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        var controls: [CallProbe] = []
        for call in calls {
            for probe in [CallProbe(), CallProbe(answering: PICKER_CANCELLED, afterChecks: 1)] {
                controls.append(probe)
                _ = call.body(library, asset, roll, probe)
            }
        }
        for delivery in [PICKER_DELIVERY_OPPORTUNISTIC, PICKER_DELIVERY_FAST] {
            for probe in [CallProbe(), CallProbe(answering: PICKER_CANCELLED, afterChecks: 2)] {
                controls.append(probe)
                let ask = ImageRequest(40, 40) { $0.delivery = delivery }
                _ = library.image(asset.identifier, ask, sink: .releasing(), control: probe)
            }
        }
        let sink = RecordSink.changes()
        let observing = CallProbe(deadline: Clock.now + 60_000_000)
        _ = library.observe(sink: sink, control: observing)
        try Files.write([1], to: context.root / "new.jpg")
        Threads.pause(milliseconds: 150 * context.order.timeScale)
        let late = (controls + [observing]).reduce(0) { $0 + $1.lateCallCount }
        try context.expect(late == 0, "check or progress was called \(late) times after the call had returned")
        try context.expect(sink.lateCount == 0, "emit was called after observe had returned")
        try context.expect(
            SinkProbe.totalLateCount == 0,
            "emit was called \(SinkProbe.totalLateCount) times after its call had returned")
    }

    static func progress(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        try context.makeLibrary()
        let opening = CallProbe()
        let opened = backend.open(root: context.root, data: context.dataFolder, control: opening)
        try opened.reply.ok()
        if let fault = opening.progressFault { throw .failed("open_library: \(fault)") }
        guard let library = opened.library else { return }
        let asset = try context.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        for call in calls {
            let control = CallProbe()
            _ = call.body(library, asset, roll, control)
            if let fault = control.progressFault { throw .failed("\(call.name): \(fault)") }
        }
    }

    static func observeEnds(_ context: CheckContext, _ end: (CallProbe) -> Void) throws(CheckStop) {
        let library = try context.open()
        let control = CallProbe()
        try ends(context, library, control) { end(control) }
    }

    /// Starts observing on a thread, does `end`, and measures how long the thread takes.
    static func ends(
        _ context: CheckContext, _ library: Library, _ control: CallProbe, _ end: () -> Void
    ) throws(CheckStop) {
        let answer = Box<Reply?>(nil)
        guard let observer = Threads.start({ answer.value = library.observe(sink: .changes(), control: control) })
        else {
            throw .notPossibleHere("no thread could be started")
        }
        Threads.pause(milliseconds: 50)
        let start = Clock.now
        end()
        observer.join()
        try expectPrompt(context, since: start)
        try answer.value?.expect([PICKER_OK, PICKER_CANCELLED, PICKER_CLOSED])
    }
}
