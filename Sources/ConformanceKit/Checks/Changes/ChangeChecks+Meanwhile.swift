internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of what changes while a change is told.
extension ChangeChecks {
    static let ofMeanwhile = [
        Check(
            "changes.meanwhile", "What changes while the host takes a change is told after it", "R12.7", .must, .full,
            requires: [.capability(.observe), .anyKnownFormat],
            remedy: "Compare with what was there before emit was called, not with what is there when it returned."
        ) { context throws(CheckStop) in try meanwhile(context) }
    ]

    /// What was told after the second photo was added.
    private final class Told: Sendable {
        private let changes = Mutex<[ChangeCopy]>([])

        func add(_ change: ChangeCopy) { changes.withLock { $0.append(change) } }

        /// Whether one of the changes is of this asset, or of none by name.
        func has(_ asset: AssetCopy) -> Bool {
            changes.withLock { changes in
                changes.contains { change in
                    let namesNothing = change.identifiers.isEmpty && change.kind != PICKER_CHANGE_CURRENT
                    return namesNothing || change.identifiers.contains(asset.identifier)
                }
            }
        }
    }

    private static func meanwhile(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let file = try TestPattern(width: 80, height: 60).encoded(as: format)
        let paths = ["first", "second"].map { BytePath("Album One/\($0).\(format.fileExtension)") }
        func place(_ number: Int) throws(CheckStop) {
            try Files.write(file, to: context.root / "part.tmp")
            try Files.rename(context.root / "part.tmp", to: context.root / paths[number])
        }
        let isFirst = Atomic(false)
        let isSecond = Atomic(false)
        let told = Told()
        let failure = Box<CheckStop?>(nil)
        let sink = RecordSink.changes()
        sink.onRecord = { [unowned sink] _ in
            // RELOAD may be of what was put under watch (R12.7).
            guard isFirst.load(ordering: .acquiring), let change = sink.records.last else { return }
            if isSecond.load(ordering: .acquiring) {
                told.add(change)
                return
            }
            do throws(CheckStop) { try place(1) } catch { failure.value = error }
            // Who watches on another thread sees it now.
            Threads.pause(milliseconds: 50)
            isSecond.store(true, ordering: .releasing)
        }
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 20_000))
        guard let observer = Threads.start({ _ = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(context, control)
        isFirst.store(true, ordering: .releasing)
        let placed: Result<Void, CheckStop> = Result { () throws(CheckStop) in try place(0) }
        var isTold = false
        let end = Clock.now + context.limit(milliseconds: 12_000)
        while !isTold, Clock.now < end {
            Threads.pause(milliseconds: 20)
            guard isSecond.load(ordering: .acquiring), let assets = try? library.assets() else { continue }
            isTold = assets.contains { $0.path == paths[1] && told.has($0) }
        }
        control.change(to: PICKER_CANCELLED)
        observer.join()
        try placed.get()
        if let stop = failure.value { throw stop }
        // That a change is told at all is another check.
        guard isSecond.load(ordering: .acquiring) else { return }
        try context.expect(
            isTold, "\(paths[1]) was added while the host took a change, and nothing told it within 12 seconds")
    }
}
