internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of calls that are under way when a library is shut down.
extension LifeCycleChecks {
    static let endings = [
        Check(
            "lifecycle.shutdown-ends-calls", "A call that would go on for long ends within a second of begin_shutdown",
            "R13.4 R12.2", .must, .full, requires: [.anyKnownFormat, .capability(.exactSize)],
            remedy: "Look where you ask check also at whether the library is shutting down."
        ) { context throws(CheckStop) in try shutdownEndsCalls(context) },
        Check(
            "lifecycle.extensions-after-shutdown",
            "After begin_shutdown get_extension gives the tables that it gave before, and no others", "R13.4 R6.4 R6.1",
            remedy: "Let get_extension compare ids, whatever state the library is in: a host may ask until close."
        ) { context throws(CheckStop) in try extensionsAfterShutdown(context) },
    ]

    private static func extensionsAfterShutdown(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let ids = ErrorChecks.extensionsByCapability.map(\.1) + [PICKER_EXT_DAYS, "org.picker.not-there/1", ""]
        let before = ids.map { library.extensionBytes($0) }
        library.beginShutdown()
        for (id, table) in zip(ids, before) {
            let after = library.extensionBytes(id)
            try context.expect(
                after == table,
                "after begin_shutdown, \(id) is \(after == nil ? "not there any more" : "another table, or one that was not there")"
            )
        }
        library.close()
    }

    private static let most = 60

    /// Shuts the library down while a small photo is drawn so large that it takes seconds.
    private static func shutdownEndsCalls(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let photo = try context.matches(library)[0].asset.identifier
        func image(_ side: Int, _ control: CallProbe) -> Reply {
            CancellationChecks.enlarged(library, photo, side, control)
        }
        guard let side = CancellationChecks.sideOfSeconds(image) else { return }
        let isUnderWay = Atomic(false)
        let isShut = Atomic(false)
        // Time of a processor, from the first question after it on: that others use the machine, too, does not count.
        let begin = Atomic<UInt64>(0)
        let control = CallProbe()
        let asked = Atomic(0)
        control.onCheck = { number in
            if number >= 2 { isUnderWay.store(true, ordering: .releasing) }
            guard isShut.load(ordering: .acquiring) else { return }
            if begin.load(ordering: .relaxed) == 0 { begin.store(ProcessorTime.ofThread, ordering: .relaxed) }
            // Who is quick at drawing is given time to go on: sixty questions take more than a second.
            if asked.add(1, ordering: .relaxed).newValue == most { control.change(to: PICKER_CANCELLED) }
            Threads.pause(milliseconds: 20)
        }
        let shutter = Threads.start {
            while !isUnderWay.load(ordering: .acquiring) { Threads.pause(milliseconds: 1) }
            library.beginShutdown()
            isShut.store(true, ordering: .releasing)
        }
        guard let shutter else { throw .notPossibleHere("no thread could be started") }
        let reply = image(side, control)
        let (end, start) = (ProcessorTime.ofThread, begin.load(ordering: .relaxed))
        isUnderWay.store(true, ordering: .releasing)
        shutter.join()
        library.close()
        try reply.expect([
            PICKER_OK, PICKER_CANCELLED, PICKER_CLOSED, PICKER_TOO_LARGE, PICKER_OUT_OF_MEMORY,
        ])
        // Another thread has another clock.
        let milliseconds = start == 0 || end < start ? 0 : (end - start) / 1_000_000
        let questions = asked.load(ordering: .relaxed)
        try context.expect(
            questions < most,
            "an image was under way when begin_shutdown was called, and asked \(questions) times more whether to go on")
        try context.expect(
            milliseconds < UInt64(1000 * min(context.order.timeScale, 6)),
            "an image of \(side)x\(side) was under way when begin_shutdown was called, and worked for "
                + "\(milliseconds) ms more")
    }
}
