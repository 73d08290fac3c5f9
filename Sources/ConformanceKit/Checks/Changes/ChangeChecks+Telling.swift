internal import BackendAPI
internal import PhotoModel
internal import Platform

/// A check of how often one change is told, and as what.
extension ChangeChecks {
    static let ofTelling = [
        Check(
            "changes.told-once",
            "What changed is told as what became of it, once, and then nothing until something changes again",
            "R12.6 R12.7 R12.9", requires: [.capability(.observe), .anyKnownFormat],
            remedy: "Go on from what was told last: remember its token, or the list that it was compared with."
        ) { context throws(CheckStop) in try toldOnce(context) }
    ]

    /// What one observer was told.
    private final class Heard: Sendable {
        private let all = Mutex<[ChangeCopy]>([])

        var changes: [ChangeCopy] { all.withLock { $0 } }
        var count: Int { all.withLock { $0.count } }

        func add(_ change: ChangeCopy) { all.withLock { $0.append(change) } }
    }

    /// One photo comes and one goes, and then nothing changes any more.
    private static func toldOnce(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let (back, place) = (old(context, format), new(context, format))
        let gone = try library.assets().first { context.root / $0.path == back }
        let heard = Heard()
        let sink = RecordSink.changes()
        sink.onRecord = { [unowned sink] _ in
            if let change = sink.records.last { heard.add(change) }
            sink.empty()
        }
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 40_000))
        guard let observer = Threads.start({ _ = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        defer {
            control.change(to: PICKER_CANCELLED)
            observer.join()
        }
        waitUntilObserving(context, control)
        // What may have been missed while folders were put under watch is a RELOAD of its own (R12.7).
        let start = heard.count
        try Files.write(TestPattern(width: 80, height: 60).encoded(as: format), to: context.root / "part.tmp")
        try Files.rename(context.root / "part.tmp", to: place)
        try Files.remove(back)
        context.step("what an observer is told of one photo more and one less")
        let names = try context.served(by: library).contains(.changeDetails)
        var came: AssetCopy?
        func isTold() -> Bool {
            let changes = heard.changes.dropFirst(start)
            if !names || changes.contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return !changes.isEmpty }
            came = (try? library.assets())?.first { context.root / $0.path == place } ?? came
            return [gone, came].allSatisfy { asset in
                changes.contains { change in asset.map { change.identifiers.contains($0.identifier) } ?? false }
            }
        }
        let end = Clock.now + context.limit(milliseconds: 10_000)
        while !isTold(), Clock.now < end { Threads.pause(milliseconds: 20) }
        // That a change is told at all is another check.
        guard heard.count > start else { return }
        context.step("whether an observer is told more when nothing changes")
        try context.expect(
            isQuiet(context, heard, start),
            "one photo came and one went, \(heard.count - start) changes were told, and more come")
        let told = Array(heard.changes.dropFirst(start))
        if !names || told.contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return }
        if let gone { try expectOnce(context, told, gone, UInt32(PICKER_CHANGE_REMOVED), "removed") }
        if let came { try expectOnce(context, told, came, UInt32(PICKER_CHANGE_INSERTED), "added") }
    }

    /// Many more changes than two files are worth, however each of their events is told.
    private static let tooMany = 200

    /// Whether nothing is told for one and a half seconds, some time within ten, before there are too many changes.
    private static func isQuiet(_ context: CheckContext, _ heard: Heard, _ start: Int) -> Bool {
        let end = Clock.now + context.limit(milliseconds: 10_000)
        var (count, since) = (heard.count, Clock.now)
        while Clock.now < end, heard.count - start < tooMany {
            Threads.pause(milliseconds: 20)
            let now = heard.count
            if now != count { (count, since) = (now, Clock.now) }
            if Clock.now - since > context.limit(milliseconds: 1500) { return true }
        }
        return false
    }

    /// That changes which name an asset say once what became of it.
    private static func expectOnce(
        _ context: CheckContext, _ told: [ChangeCopy], _ asset: AssetCopy, _ kind: UInt32, _ what: String
    ) throws(CheckStop) {
        let kinds = told.filter { $0.subject == PICKER_SUBJECT_ASSETS && $0.identifiers.contains(asset.identifier) }
            .map(\.kind)
        // That it is told at all is another check.
        guard !kinds.isEmpty else { return }
        let count = kinds.count { $0 == kind }
        try context.expect(
            count == 1, "\(asset.path) was \(what), and of \(kinds.count) changes that name it, \(count) say so, not 1")
        try context.expect(
            kind == PICKER_CHANGE_INSERTED || kinds.last == kind,
            "\(asset.path) was \(what), and the last change that names it is of the kind \(kinds.last ?? 0)")
    }
}
