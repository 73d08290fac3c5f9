internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of calls that come while another one waits for the host.
extension CancellationChecks {
    static let beside = [
        Check(
            "cancellation.beside-a-slow-host",
            "A call that is to end does so within a second, also while the host takes its time with a record of another",
            "R12.2 R12.1 R11.2",
            remedy:
                "Hold no lock while you emit; or wait for it for at most 100 ms at a time, and ask check in between."
        ) { context throws(CheckStop) in try besideSlowHost(context) }
    ]

    private typealias Named = (name: String, run: @Sendable (CallProbe) -> Reply)

    private static func besideSlowHost(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let told = library.info()
        try told.reply.ok()
        guard told.info.callLimit != 1 else { throw .notApplicable("its library takes one call at a time") }
        let asset = try context.anyAsset(library).identifier
        let roll = try library.cameraRoll().identifier
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        let hasImages = try context.info().formats.contains(where: PhotoFormat.identifiers.contains)
        let shown = hasImages ? try context.matches(library)[0].asset.identifier : nil
        let waiters = waiters(library, fetch, asset: asset, shown: shown, roll: roll)
        for holder in holders(library, fetch, asset: asset, shown: shown, roll: roll) {
            try hold(context, holder, beside: waiters)
        }
        try holdObserver(context, library, beside: waiters)
    }

    /// Calls that emit something, with what is done when a record comes.
    private static func holders(
        _ library: Library, _ fetch: Fetch, asset: Text, shown: Text?, roll: Text
    ) -> [(name: String, run: (@escaping () -> Void) -> Void)] {
        func taking<Copy>(_ sink: RecordSink<Copy>, _ body: @escaping () -> Void) -> RecordSink<Copy> {
            sink.onArrival = body
            return sink
        }
        return [
            ("a window", { _ = fetch.window(0, 20, sink: taking(.assets(), $0)) }),
            ("collections", { _ = library.collections(sink: taking(.collections(), $0)) }),
            ("collection", { _ = library.collection(roll, sink: taking(.collections(), $0)) }),
            ("key_assets", { _ = library.keyAssets(roll, sink: taking(.assets(), $0)) }),
            ("details", { _ = library.details(asset, sink: taking(.details(), $0)) }),
            ("diagnostics", { _ = library.diagnostics(sink: taking(.diagnostics(), $0)) }),
            (
                "request_image",
                { body in
                    guard let shown else { return }
                    // Given back within emit, as hosts may (R11.4).
                    _ = library.image(shown, ImageRequest(16, 16), sink: taking(.releasing(), body))
                }
            ),
        ]
    }

    private static func waiters(
        _ library: Library, _ fetch: Fetch, asset: Text, shown: Text?, roll: Text
    ) -> [Named] {
        [
            ("fetch", { library.fetch(control: $0).reply }),
            ("count", { library.count(control: $0).reply }),
            ("a window", { fetch.window(0, 3, sink: .assets(), control: $0) }),
            ("count of a fetch", { fetch.count(control: $0).reply }),
            ("index_of", { fetch.index(of: asset, control: $0).reply }),
            ("collections", { library.collections(sink: .collections(), control: $0) }),
            ("collection", { library.collection(roll, sink: .collections(), control: $0) }),
            ("key_assets", { library.keyAssets(roll, sink: .assets(), control: $0) }),
            ("details", { library.details(asset, sink: .details(), control: $0) }),
            ("read", { library.read(ReadRequest(asset, capacity: 16), control: $0).reply }),
            ("request_image", { library.image(shown ?? asset, ImageRequest(20, 20), sink: .releasing(), control: $0) }),
            ("authorization_status", { library.authorization(control: $0).reply }),
            ("diagnostics", { library.diagnostics(sink: .diagnostics(), control: $0) }),
        ]
    }

    /// Lets one call wait within a record while others are made, one after the other.
    private static func hold(
        _ context: CheckContext, _ holder: (name: String, run: (@escaping () -> Void) -> Void), beside waiters: [Named]
    ) throws(CheckStop) {
        let gate = Gate()
        guard
            let thread = Threads.start({
                holder.run(gate.pass)
                gate.leave()
            })
        else {
            throw .notPossibleHere("no thread could be started")
        }
        defer {
            gate.open()
            thread.join()
        }
        while !gate.isReached { Threads.pause(milliseconds: 1) }
        for waiter in waiters where !gate.isLeft { try expectEnd(context, waiter, beside: holder.name, gate) }
    }

    /// The same with one that observes, and is told of a change; another one observes beside it.
    private static func holdObserver(
        _ context: CheckContext, _ library: Library, beside waiters: [Named]
    ) throws(CheckStop) {
        let info = try context.info()
        guard info.capabilities.contains(.observe), info.formats.contains(where: PhotoFormat.identifiers.contains)
        else { return }
        let format = try ChangeChecks.format(context)
        let gate = Gate()
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 8000))
        let sink = RecordSink.changes()
        sink.onArrival = gate.pass
        guard
            let thread = Threads.start({
                _ = library.observe(sink: sink, control: control)
                gate.leave()
            })
        else {
            throw .notPossibleHere("no thread could be started")
        }
        defer {
            control.change(to: PICKER_CANCELLED)
            gate.open()
            thread.join()
        }
        ChangeChecks.waitUntilObserving(context, control)
        try Files.remove(ChangeChecks.old(context, format))
        while !gate.isReached { Threads.pause(milliseconds: 1) }
        let observing: Named = ("observe", { library.observe(sink: .changes(), control: $0) })
        for waiter in [observing] + waiters where !gate.isLeft {
            try expectEnd(context, waiter, beside: "observe", gate)
        }
    }

    /// Makes a call that is told to end when it did not by itself, and waits for its end.
    private static func expectEnd(
        _ context: CheckContext, _ waiter: Named, beside holder: String, _ gate: Gate
    ) throws(CheckStop) {
        let control = CallProbe()
        let isDone = Atomic(false)
        let thread = Threads.start {
            _ = waiter.run(control)
            isDone.store(true, ordering: .releasing)
        }
        guard let thread else { throw .notPossibleHere("no thread could be started") }
        func wait(milliseconds: Double) {
            let end = Clock.now + context.limit(milliseconds: milliseconds)
            while !isDone.load(ordering: .acquiring), Clock.now < end { Threads.pause(milliseconds: 1) }
        }
        wait(milliseconds: 200)
        control.change(to: PICKER_CANCELLED)
        // A second is what the contract gives; the rest is for a machine that is busy with other things.
        wait(milliseconds: 5000)
        let hasEnded = isDone.load(ordering: .acquiring)
        gate.openUnless(hasEnded)
        thread.join()
        try context.expect(
            hasEnded,
            "\(waiter.name) was to end, and did not while the host was taking a record of \(holder) on another thread")
    }

    /// Where a call waits within its first record, until it is let go.
    private final class Gate: Sendable {
        private let reached = Atomic(false)
        private let left = Atomic(false)
        private let opened = Atomic(false)

        /// Whether the call is inside, or came to its end without a record.
        var isReached: Bool { reached.load(ordering: .acquiring) }
        var isLeft: Bool { left.load(ordering: .acquiring) }

        func pass() {
            reached.store(true, ordering: .releasing)
            while !opened.load(ordering: .acquiring) { Threads.pause(milliseconds: 1) }
        }

        func leave() {
            left.store(true, ordering: .releasing)
            reached.store(true, ordering: .releasing)
        }

        func open() { opened.store(true, ordering: .releasing) }
        func openUnless(_ isFine: Bool) { if !isFine { open() } }
    }
}
