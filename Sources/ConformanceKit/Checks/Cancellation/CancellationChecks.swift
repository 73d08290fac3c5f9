internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Cancellation, deadlines and progress, and silence afterwards.
enum CancellationChecks {
    static let all =
        calls.map(refused) + [
            Check(
                "cancellation.others", "Each other call that asks check returns what it says, within a second", "R12.2",
                remedy: "Return with the answer of check when it is not PICKER_OK, and wait for nothing before."
            ) { context throws(CheckStop) in try others(context) },
            Check(
                "cancellation.open", "open_library returns what check says, within a second", "R12.2 R9.8",
                remedy: "Ask check before you begin and between units of work."
            ) { context throws(CheckStop) in
                let backend = try context.backend()
                try context.makeLibrary()
                try expectEveryEnd(context) { control throws(CheckStop) in
                    backend.open(root: context.root, data: context.dataFolder, control: control).reply
                }
                _ = try context.open(backend).assets()
            },
            Check(
                "cancellation.in-the-middle", "A window that is cancelled in the middle returns soon, with that answer",
                "R12.1 R12.2",
                remedy: "Ask check at least every 10 ms of work."
            ) { context throws(CheckStop) in try inTheMiddle(context) },
            Check(
                "cancellation.latency", "An image that is cancelled returns within a second", "R12.2 R12.1",
                requires: [.anyKnownFormat],
                remedy: "Ask check between rows, scans or blocks."
            ) { context throws(CheckStop) in try latency(context) },
            Check(
                "cancellation.asks", "A call that takes longer than half a second asks check", "R12.1",
                remedy: "Call call->check between units of work of about 10 ms."
            ) { context throws(CheckStop) in try asks(context) },
            Check(
                "cancellation.enlarging", "An image that is long in the making asks again and again whether to go on",
                "R12.2 R12.1", .must, .full, requires: [.anyKnownFormat, .capability(.exactSize)],
                remedy: "Ask check between rows, scans or blocks, also where an image is drawn in another size."
            ) { context throws(CheckStop) in try enlarging(context) },
            Check(
                "cancellation.deadline-past", "A deadline that has passed is DEADLINE", "R12.4 R12.2",
                remedy: "Ask check; it watches the deadline."
            ) { context throws(CheckStop) in
                let library = try context.open()
                let control = CallProbe(deadline: 1)
                let reply = library.fetch(control: control).reply
                if control.checkCount > 0 { try reply.expect(PICKER_DEADLINE) }
            },
            Check(
                "cancellation.deadline-to-come", "With a deadline that is far away everything works", "R12.4",
                remedy:
                    "Compare the deadline with the host's monotonic_time, which is no time of day; or leave it to check."
            ) { context throws(CheckStop) in try deadlineToCome(context) },
            Check(
                "cancellation.goes-on", "After a cancelled call the next one works", "R12.2 R9.8",
                remedy: "Leave nothing half done."
            ) { context throws(CheckStop) in
                let library = try context.open()
                let before = try library.assets().count
                _ = library.fetch(control: CallProbe(answering: PICKER_CANCELLED))
                _ = library.count(control: CallProbe(answering: PICKER_CANCELLED))
                try context.expect(try library.assets().count == before, "fewer assets come after it")
            },
            Check(
                "cancellation.silence", "Nothing is called after a call returned", "R12.3 R9.5",
                remedy: "End what you started for a call before you return from it."
            ) { context throws(CheckStop) in try silence(context) },
            Check(
                "cancellation.progress",
                "Progress never decreases, nor exceeds its total, and comes on the call's thread",
                "R12.5 R11.3",
                remedy: "Count up, and give the total once it is known."
            ) { context throws(CheckStop) in try progress(context) },
            Check(
                "cancellation.observe-ends", "observe that is cancelled returns within a second", "R12.6 R12.2",
                requires: [.capability(.observe)],
                remedy: "Wait for at most 100 ms at a time, and ask check."
            ) { context throws(CheckStop) in try observeEnds(context) { $0.change(to: PICKER_CANCELLED) } },
            Check(
                "cancellation.observe-asks", "observe asks check at least every 100 ms while it waits", "R12.1 R12.6",
                requires: [.capability(.observe)],
                remedy: "Wait for at most 100 ms at a time."
            ) { context throws(CheckStop) in
                let library = try context.open()
                let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 1200))
                let reply = library.observe(sink: .changes(), control: control)
                // While nothing changes it waits (R12.6).
                try reply.expect(PICKER_DEADLINE)
                try expectPrompt(context, since: control.changedAt)
                // Twelve times or more; on a machine that is busy with other things, a third of that.
                let wanted = Int(12 * context.order.timeScale)
                try context.expect(
                    control.checkCount >= max(2, wanted / 3),
                    "it asked \(control.checkCount) times in \(100 * wanted) ms, and should \(wanted) times")
            },
            Check(
                "cancellation.shutdown-ends-observe", "begin_shutdown ends observe within a second", "R12.6 R13.4",
                requires: [.capability(.observe)],
                remedy: "Wake what waits, or wait for at most 100 ms at a time."
            ) { context throws(CheckStop) in
                let library = try context.open()
                let control = CallProbe()
                try ends(context, library, control) { library.beginShutdown() }
            },
        ] + beside

    typealias Call = (name: String, body: @Sendable (Library, AssetCopy, Text, CallProbe) -> Reply)

    static let calls: [Call] = [
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
                let reply = library.image(asset.identifier, ImageRequest(32, 32), sink: sink, control: control)
                for frame in sink.records { frame.release() }
                return reply
            }
        ),
        (
            "read",
            { library, asset, _, control in
                library.read(ReadRequest(asset.identifier, capacity: 64), control: control).reply
            }
        ),
    ]

    /// A call whose check refuses from the start returns with that answer.
    private static func refused(_ call: Call) -> Check {
        Check(
            "cancellation.\(call.name)", "\(call.name) returns what check says within a second", "R12.2",
            remedy: "Return with the answer of check when it is not PICKER_OK."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let asset = try context.anyAsset(library)
            let roll = try library.cameraRoll().identifier
            try expectEveryEnd(context) { control throws(CheckStop) in call.body(library, asset, roll, control) }
        }
    }
}

/// A value that a thread leaves for the one that waits for it.
final class Box<Value>: @unchecked Sendable {  // Unchecked: read after the thread that writes was joined.
    var value: Value
    init(_ value: Value) { self.value = value }
}
