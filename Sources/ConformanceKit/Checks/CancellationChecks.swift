internal import BackendAPI
internal import PhotoModel
internal import SystemThreads

/// Cancellation, deadlines and progress, and silence afterwards.
enum CancellationChecks {
    static let all =
        calls.map(refused) + [
            Check(
                "cancellation.open", "open_library returns what check says", "R12.2 R9.8",
                mend: "Ask check before you begin and between units of work."
            ) { trial throws(CheckStop) in
                let backend = try trial.backend()
                try trial.makeLibrary()
                for status in [PICKER_CANCELLED, PICKER_DEADLINE] {
                    let control = CallProbe(answering: status)
                    let reply = backend.open(root: trial.root, data: trial.dataFolder, control: control).reply
                    if control.checkCount > 0 { try reply.expect(status) }
                }
                _ = try trial.open(backend).assets()
            },
            Check(
                "cancellation.in-the-middle", "A window that is cancelled in the middle returns soon, with that answer",
                "R12.1 R12.2",
                mend: "Ask check at least every 10 ms of work."
            ) { trial throws(CheckStop) in try inTheMiddle(trial) },
            Check(
                "cancellation.latency", "An image that is cancelled returns within a second", "R12.2 R12.1",
                needs: [.anyKnownFormat],
                mend: "Ask check between rows, scans or blocks."
            ) { trial throws(CheckStop) in try latency(trial) },
            Check(
                "cancellation.asks", "A call that takes longer than half a second asks check", "R12.1",
                mend: "Call call->check between units of work of about 10 ms."
            ) { trial throws(CheckStop) in try asks(trial) },
            Check(
                "cancellation.deadline-past", "A deadline that has passed is DEADLINE", "R12.4 R12.2",
                mend: "Ask check; it watches the deadline."
            ) { trial throws(CheckStop) in
                let library = try trial.open()
                let control = CallProbe(deadline: 1)
                let reply = library.fetch(control: control).reply
                if control.checkCount > 0 { try reply.expect(PICKER_DEADLINE) }
            },
            Check(
                "cancellation.goes-on", "After a cancelled call the next one works", "R12.2 R9.8",
                mend: "Leave nothing half done."
            ) { trial throws(CheckStop) in
                let library = try trial.open()
                let before = try library.assets().count
                _ = library.fetch(control: CallProbe(answering: PICKER_CANCELLED))
                _ = library.count(control: CallProbe(answering: PICKER_CANCELLED))
                try trial.expect(try library.assets().count == before, "fewer assets come after it")
            },
            Check(
                "cancellation.silence", "Nothing is called after a call returned", "R12.3 R9.5",
                mend: "End what you started for a call before you return from it."
            ) { trial throws(CheckStop) in try silence(trial) },
            Check(
                "cancellation.progress",
                "Progress never decreases, nor exceeds its total, and comes on the call's thread",
                "R12.5 R11.3",
                mend: "Count up, and give the total once it is known."
            ) { trial throws(CheckStop) in try progress(trial) },
            Check(
                "cancellation.observe-ends", "observe that is cancelled returns within a second", "R12.6 R12.2",
                needs: [.capability(.observe)],
                mend: "Wait for at most 100 ms at a time, and ask check."
            ) { trial throws(CheckStop) in try observeEnds(trial) { $0.change(to: PICKER_CANCELLED) } },
            Check(
                "cancellation.observe-asks", "observe asks check at least every 100 ms while it waits", "R12.1 R12.6",
                .should,
                needs: [.capability(.observe)],
                mend: "Wait for at most 100 ms at a time."
            ) { trial throws(CheckStop) in
                let library = try trial.open()
                let control = CallProbe(deadline: Clock.now + 700_000_000)
                _ = library.observe(sink: .changes(), control: control)
                let pause = control.longestPause / 1_000_000
                try trial.expect(pause < UInt64(250 * trial.order.timeScale), "it was silent for \(pause) ms")
            },
            Check(
                "cancellation.shutdown-ends-observe", "begin_shutdown ends observe within a second", "R12.6 R13.4",
                needs: [.capability(.observe)],
                mend: "Wake what waits, or wait for at most 100 ms at a time."
            ) { trial throws(CheckStop) in
                let library = try trial.open()
                let control = CallProbe()
                try ends(trial, library, control) { library.beginShutdown() }
            },
        ]

    private typealias Call = (name: String, body: @Sendable (Library, AssetCopy, Text, CallProbe) -> Reply)

    private static let calls: [Call] = [
        ("collections", { library, _, _, control in library.collections(sink: .collections(), control: control) }),
        ("camera-roll", { library, _, _, control in library.cameraRoll(sink: .collections(), control: control) }),
        ("count", { library, _, _, control in library.count(control: control).reply }),
        ("fetch", { library, _, _, control in library.fetch(control: control).reply }),
        ("key-assets", { library, _, roll, control in library.keyAssets(roll, sink: .assets(), control: control) }),
        (
            "details",
            { library, asset, _, control in library.details(asset.identifier, sink: .details(), control: control) }
        ),
        (
            "image",
            { library, asset, _, control in
                let sink = RecordSink.frames()
                let reply = library.image(asset.identifier, ImageAsk(32, 32), sink: sink, control: control)
                for frame in sink.records { frame.release() }
                return reply
            }
        ),
        (
            "read",
            { library, asset, _, control in
                library.read(ReadAsk(asset.identifier, capacity: 64), control: control).reply
            }
        ),
    ]

    /// A call whose check refuses from the start returns with that answer.
    private static func refused(_ call: Call) -> Check {
        Check(
            "cancellation.\(call.name)", "\(call.name) returns CANCELLED when check says so", "R12.2",
            mend: "Return with the answer of check when it is not PICKER_OK."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let asset = try trial.anyAsset(library)
            let roll = try library.cameraRoll().identifier
            let control = CallProbe(answering: PICKER_CANCELLED)
            let reply = call.body(library, asset, roll, control)
            // One that is done within a unit of work need not ask (R12.1).
            if control.checkCount > 0 { try reply.expect(PICKER_CANCELLED) }
        }
    }

    private static func inTheMiddle(_ trial: Trial) throws(CheckStop) {
        guard let fetch = try trial.open().fetch().fetch else { throw .failed("fetch did not work") }
        let total = try fetch.window(0, 1 << 40).count
        let control = CallProbe()
        let sink = RecordSink.assets()
        sink.onRecord = { if $0 == 2 { control.change(to: PICKER_CANCELLED) } }
        let reply = fetch.window(0, 1 << 40, sink: sink, control: control)
        // A window that is done within a unit of work may come to its end.
        if reply.status == PICKER_OK, sink.count == total, reply.nanoseconds < trial.limit(milliseconds: 100) { return }
        try reply.expect(PICKER_CANCELLED)
        try expectPrompt(trial, since: control.changedAt)
    }

    /// That a call which was asked to end returned within a second (R12.2).
    private static func expectPrompt(_ trial: Trial, since start: UInt64) throws(CheckStop) {
        let took = Clock.now - start
        try trial.expect(took < trial.limit(milliseconds: 1000), "it took \(took / 1_000_000) ms to return")
    }

    private static func latency(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let large = try trial.largePhoto(library)
        for checks in [1, 2, 5, 20] {
            let control = CallProbe(answering: PICKER_CANCELLED, afterChecks: checks)
            let sink = RecordSink.frames()
            let reply = library.image(large.asset.identifier, ImageAsk(), sink: sink, control: control)
            for frame in sink.records { frame.release() }
            // It may have been done before it asked so often.
            if reply.status == PICKER_OK, control.changedAt == 0 || sink.records.contains(where: \.isFinal) { continue }
            try reply.expect(PICKER_CANCELLED)
            try expectPrompt(trial, since: control.changedAt)
        }
    }

    private static func asks(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let asset = try trial.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        for call in calls {
            let control = CallProbe()
            let took = call.body(library, asset, roll, control).nanoseconds
            let isLong = took > trial.limit(milliseconds: 500)
            try trial.expect(
                !isLong || control.checkCount > 0, "\(call.name) took \(took / 1_000_000) ms and never asked")
        }
    }

    private static func silence(_ trial: Trial) throws(CheckStop) {
        let library = try trial.open()
        let asset = try trial.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        var controls: [CallProbe] = []
        for call in calls {
            for probe in [CallProbe(), CallProbe(answering: PICKER_CANCELLED, afterChecks: 1)] {
                controls.append(probe)
                _ = call.body(library, asset, roll, probe)
            }
        }
        let sink = RecordSink.changes()
        let observing = CallProbe(deadline: Clock.now + 60_000_000)
        _ = library.observe(sink: sink, control: observing)
        try Files.write([1], to: trial.root / "new.jpg")
        Threads.pause(milliseconds: 150 * trial.order.timeScale)
        let late = (controls + [observing]).reduce(0) { $0 + $1.lateCallCount }
        try trial.expect(late == 0, "check or progress was called \(late) times after the call had returned")
        try trial.expect(sink.lateCount == 0, "emit was called after observe had returned")
    }

    private static func progress(_ trial: Trial) throws(CheckStop) {
        let backend = try trial.backend()
        try trial.makeLibrary()
        let opening = CallProbe()
        let opened = backend.open(root: trial.root, data: trial.dataFolder, control: opening)
        try opened.reply.ok()
        if let fault = opening.progressFault { throw .failed("open_library: \(fault)") }
        guard let library = opened.library else { return }
        let asset = try trial.anyAsset(library)
        let roll = try library.cameraRoll().identifier
        for call in calls {
            let control = CallProbe()
            _ = call.body(library, asset, roll, control)
            if let fault = control.progressFault { throw .failed("\(call.name): \(fault)") }
        }
    }

    private static func observeEnds(_ trial: Trial, _ end: (CallProbe) -> Void) throws(CheckStop) {
        let library = try trial.open()
        let control = CallProbe()
        try ends(trial, library, control) { end(control) }
    }

    /// Starts observing on a thread, does `end`, and measures how long the thread takes.
    private static func ends(
        _ trial: Trial, _ library: Library, _ control: CallProbe, _ end: () -> Void
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
        try expectPrompt(trial, since: start)
        try answer.value?.expect([PICKER_OK, PICKER_CANCELLED, PICKER_CLOSED])
    }
}

/// A value that a thread leaves for the one that waits for it.
final class Box<Value>: @unchecked Sendable {  // Unchecked: read after the thread that writes was joined.
    var value: Value
    init(_ value: Value) { self.value = value }
}
