internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of libraries that are open, and of their end.
extension LifeCycleChecks {
    static func twoLibraries(_ context: CheckContext) throws(CheckStop) {
        let backend = try context.backend()
        let first = try context.open(backend)
        let second = try context.open(backend)
        let (one, two) = (try first.assets().map(\.identifier), try second.assets().map(\.identifier))
        try context.expect(one == two, "two libraries of one folder list \(one.count) and \(two.count) assets")
        for library in [first, second] {
            library.beginShutdown()
            library.close()
        }
    }

    static func closedAfterShutdown(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        library.beginShutdown()
        let replies = [
            library.info().reply, library.authorization().reply, library.collections(sink: .collections()),
            library.cameraRoll(sink: .collections()), library.collection(roll, sink: .collections()),
            library.count().reply, library.keyAssets(roll, sink: .assets()), library.fetch().reply,
            library.details(asset.identifier, sink: .details()),
            library.image(asset.identifier, ImageRequest(16, 16), sink: .frames()),
            library.read(ReadRequest(asset.identifier, capacity: 16)).reply,
            library.observe(sink: .changes(), control: CallProbe(deadline: Clock.now + 500_000_000)),
            library.changes(since: nil, sink: .changes()), library.diagnostics(sink: .diagnostics()),
        ]
        for reply in replies { try reply.expect(PICKER_CLOSED) }
        library.close()
    }

    static func fetchAfterShutdown(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        library.beginShutdown()
        try fetch.count(control: CallProbe()).reply.expect(PICKER_CLOSED)
        try fetch.window(0, 4, sink: .assets()).expect(PICKER_CLOSED)
        try fetch.index(of: asset.identifier).reply.expect(PICKER_CLOSED)
        fetch.release()
        library.close()
    }

    static func shutdownAtOnce(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let control = CallProbe()
        guard let observer = Threads.start({ _ = library.observe(sink: .changes(), control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        Threads.pause(milliseconds: 30)
        let start = Clock.now
        library.beginShutdown()
        let took = Clock.now - start
        control.change(to: PICKER_CANCELLED)
        observer.join()
        try context.expect(took < context.limit(milliseconds: 300), "it took \(took / 1_000_000) ms")
        for number in 0..<4 { try shutdownInside(context, call: number) }
        let (served, formats) = (try context.served(by: context.open()), try context.info().formats)
        guard served.contains(.write), formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        try shutdownInside(context, call: 4)
    }

    /// An addition whose source waits.
    private static func addition(
        _ context: CheckContext, to library: Library, _ wait: @escaping () -> Void
    ) throws(CheckStop) -> () -> Void {
        let photo = try WriteChecks.photo(context)
        let source = AddSource(photo.bytes)
        source.onRequest = wait
        return { _ = try? library.add(photo.name, source, size: UInt64(photo.bytes.count)) }
    }

    /// begin_shutdown comes while a call waits for the host, which takes a record or gives bytes: it must not wait for that
    /// call.
    private static func shutdownInside(_ context: CheckContext, call number: Int) throws(CheckStop) {
        let library = try context.open()
        let asset = try context.anyAsset(library)
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let isInside = Atomic(false)
        let isDone = Atomic(false)
        func waitInside() {
            guard !isInside.load(ordering: .acquiring) else { return }
            isInside.store(true, ordering: .releasing)
            let end = Clock.now + context.limit(milliseconds: 2500)
            while !isDone.load(ordering: .acquiring), Clock.now < end { Threads.pause(milliseconds: 1) }
        }
        var calls: [(name: String, run: () -> Void)] = [
            ("a window", { _ = fetch.window(0, 20, sink: waiting(.assets(), waitInside)) }),
            ("collections", { _ = library.collections(sink: waiting(.collections(), waitInside)) }),
            ("details", { _ = library.details(asset.identifier, sink: waiting(.details(), waitInside)) }),
            (
                "request_image",
                { _ = library.image(asset.identifier, ImageRequest(16, 16), sink: waiting(.releasing(), waitInside)) }
            ),
        ]
        if number == calls.count { calls.append(("an addition", try addition(context, to: library, waitInside))) }
        let call = calls[number]
        let hasEnded = Atomic(false)
        let caller = Threads.start {
            call.run()
            hasEnded.store(true, ordering: .releasing)
        }
        guard let caller else { throw .notPossibleHere("no thread could be started") }
        while !isInside.load(ordering: .acquiring), !hasEnded.load(ordering: .acquiring) {
            Threads.pause(milliseconds: 1)
        }
        let took = beginShutdown(of: library) { isDone.store(true, ordering: .releasing) }
        caller.join()
        guard let took else { throw .notPossibleHere("no thread could be started") }
        fetch.release()
        library.close()
        try context.expect(
            took < context.limit(milliseconds: 2000),
            "begin_shutdown waited for \(call.name), which was waiting for the host")
    }

    /// Begins to shut a library down, on a thread of its own: one that waits ends when the record is taken.
    ///
    /// - Parameter end: called when begin_shutdown has returned, or was not called.
    /// - Returns: how long it took, in nanoseconds; nil if there is no thread.
    private static func beginShutdown(of library: Library, _ end: @escaping () -> Void) -> UInt64? {
        let start = Clock.now
        let took = Atomic<UInt64>(0)
        let thread = Threads.start {
            library.beginShutdown()
            took.store(Clock.now - start, ordering: .relaxed)
            end()
        }
        guard let thread else {
            end()
            return nil
        }
        thread.join()
        return took.load(ordering: .relaxed)
    }

    private static func waiting<Copy>(_ sink: RecordSink<Copy>, _ body: @escaping () -> Void) -> RecordSink<Copy> {
        sink.onArrival = body
        return sink
    }

    static func framesOutlive(_ context: CheckContext) throws(CheckStop) {
        let host = HostProbe()
        let backend = try context.backend(host: host)
        let library = try context.open(backend)
        let match = try context.matches(library)[0]
        let sink = RecordSink.frames()
        try library.image(match.asset.identifier, sink: sink).ok()
        let sums = sink.records.map(\.sum)
        library.beginShutdown()
        library.close()
        backend.destroy()
        try context.expect(sink.records.map(\.sum) == sums, "the pixels changed when the library was closed")
        host.end()
        for frame in sink.records { frame.release() }
        try context.expect(
            host.lateCalls == 0, "after destroy, the release of a frame called the host \(host.lateCalls) times")
    }

    static func quietRelease(_ context: CheckContext) throws(CheckStop) {
        let host = HostProbe()
        let backend = try context.backend(host: host)
        let library = try context.open(backend)
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        _ = try fetch.window(0, 100)
        try context.expect(host.isSilent { fetch.release() }, "the release of a fetch called the host")
        for match in try context.matches(library) {
            let sink = RecordSink.frames()
            try library.image(match.asset.identifier, sink: sink).ok()
            for frame in sink.records {
                try context.expect(host.isSilent { frame.release() }, "the release of a frame called the host")
            }
        }
    }

    static func fetchOutlives(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let before = try fetch.window(0, 1000).map(\.identifier)
        for _ in 0..<20 { _ = try library.assets() }
        let after = try fetch.window(0, 1000).map(\.identifier)
        fetch.release()
        try context.expect(before == after, "the elements of a fetch changed while others were made and released")
    }
}
