internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what changes say of assets, and of where one goes on.
extension ChangeChecks {
    static let ofAssets = [
        Check(
            "changes.assets", "Assets that came, went and are others are each named, as what became of them",
            "R12.9 R12.8 R9.3", requires: [.capability(.changeDetails), .anyKnownFormat],
            remedy: "Compare what a fetch showed at the token with what one shows now, and name all that differs."
        ) { context throws(CheckStop) in try assets(context) },
        Check(
            "changes.observed-token", "The token of an observed change is one to go on from", "R12.11 R12.9",
            requires: [.capability([.observe, .changeDetails]), .anyKnownFormat],
            remedy: "Give the last change of what was found at once the token of the state after it."
        ) { context throws(CheckStop) in try observedToken(context) },
    ]

    /// Changes several photos in each way at once.
    private static func assets(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let start = try currentToken(library)
        let before = try Listing(library)
        let suffix = format.fileExtension
        func place(_ name: String) -> BytePath { context.root / BytePath("Album One/\(name).\(suffix)") }
        let photos = context.fixtures.photos.filter { $0.format == format }.map(\.path)
        let rewritten = photos.filter { $0.description.hasPrefix("Album Two/") }.prefix(2)
        for path in rewritten {
            let file = try TestPattern(width: 96, height: 32).encoded(as: format)
            try Files.write(file, to: context.root / "part.tmp", date: FixtureLibrary.firstDate + 86_400)
            try Files.rename(context.root / "part.tmp", to: context.root / path)
        }
        // Its place by date is another, too. Later changes of the folder see to it that this one was seen with them.
        let otherDate = (FixtureLibrary.firstDate + 172_800) * 1000
        try Files.setDate(of: place("\(suffix)-5"), milliseconds: otherDate)
        let file = try TestPattern(width: 80, height: 60).encoded(as: format)
        for name in ["new-1", "new-2", "new-3"] { try Files.write(file, to: place(name)) }
        for name in ["\(suffix)-1", "\(suffix)-2"] { try Files.remove(place(name)) }
        try Files.rename(old(context, format), to: place("renamed"))
        // What is in a folder that gets another name has other paths, at every depth.
        let moved = before.records.values.count { $0.path.description.hasPrefix("Nested/Inner/") }
        try Files.rename(context.root / "Nested/Inner", to: context.root / "Nested/Elsewhere")
        try Files.write(TestPattern(width: 64, height: 64).encoded(as: format), to: place("last"))
        var after = before
        try waitForChange(context, library, since: start) { changes in
            guard !changes.isEmpty, let now = try? Listing(library) else { return false }
            after = now
            return now.shows(place("last"), in: context.root) && now.shows(place("renamed"), in: context.root)
                && !now.shows(old(context, format), in: context.root)
                && rewritten.allSatisfy { now.isOther($0, before) }
                && now.difference(from: before).came.count == 5 + moved
                && now.difference(from: before).went.count == 3 + moved
        }
        // What is told now is told of the list that was seen, or of a later one.
        let sink = RecordSink.changes()
        try library.changes(since: start, sink: sink).ok()
        try after.expectTold(sink.records, since: before)
        try stopped(context, library, since: start)
    }

    /// What comes when the sink stops at each of the changes.
    private static func stopped(
        _ context: CheckContext, _ library: Library, since start: [UInt8]
    ) throws(CheckStop) {
        let whole = RecordSink.changes()
        try library.changes(since: start, sink: whole).ok()
        for place in 1...max(1, whole.count) {
            let sink = RecordSink.changes(stopAt: place)
            try library.changes(since: start, sink: sink).ok()
            try context.expect(sink.afterStop == 0, "after PICKER_STOP, \(sink.afterStop) more changes came")
            try goesOn(context, library, after: sink.records, of: whole.records)
        }
    }

    /// That who goes on from the token of the change at which it stopped is told the others, and not of the same once more.
    private static func goesOn(
        _ context: CheckContext, _ library: Library, after told: [ChangeCopy], of whole: [ChangeCopy]
    ) throws(CheckStop) {
        guard let token = told.last?.token else { return }
        let rest = RecordSink.changes()
        try library.changes(since: token, sink: rest).ok()
        if (told + whole + rest.records).contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return }
        func names(_ changes: [ChangeCopy], _ kinds: [UInt32]) -> Set<Text> {
            Set(changes.filter { kinds.contains($0.kind) }.flatMap(\.identifiers))
        }
        let all = [UInt32(PICKER_CHANGE_INSERTED), UInt32(PICKER_CHANGE_REMOVED), UInt32(PICKER_CHANGE_UPDATED)]
        let lost = names(whole, all).subtracting(names(told, all)).subtracting(names(rest.records, all))
        try context.expect(
            lost.isEmpty,
            "from the token of change \(told.count) of \(whole.count) on, \(lost.count) that the others name are not told"
        )
        // What is another now may be one more time; what came or went does not do so again.
        for kind in all.prefix(2) {
            let again = names(told, [kind]).intersection(names(rest.records, [kind]))
            try context.expect(
                again.isEmpty,
                "from the token of change \(told.count) of \(whole.count) on, \(again.count) that it or one before it names "
                    + "are told once more")
        }
    }

    private static func observedToken(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let first = context.root / BytePath("Album One/\(format.fileExtension)-1.\(format.fileExtension)")
        let sink = RecordSink.changes()
        // RELOAD may be of what was put under watch, and its token may be missing (R12.7, R12.11).
        sink.onRecord = { [unowned sink] _ in
            if let last = sink.records.last, last.kind != PICKER_CHANGE_RELOAD, last.token != nil { sink.stop() }
        }
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 4000))
        guard let observer = Threads.start({ _ = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(context, control)
        try Files.remove(first)
        observer.join()
        // The last of what was found at once has it. That a change is reported at all is another check.
        let told = sink.records.filter { $0.kind != PICKER_CHANGE_RELOAD }
        guard !told.isEmpty else { return }
        guard let token = told.lazy.compactMap(\.token).last else {
            throw .failed("none of \(told.count) changes that were observed has a token")
        }
        try library.changes(since: token, sink: .changes()).ok()
        try removeAndWait(context, library, format, since: token)
    }

    /// All assets of a library.
    private struct Listing {
        let records: [Text: AssetCopy]

        init(_ library: Library) throws(CheckStop) {
            var records: [Text: AssetCopy] = [:]
            for asset in try library.assets() { records[asset.identifier] = asset }
            self.records = records
        }

        func shows(_ path: BytePath, in root: BytePath) -> Bool {
            records.values.contains { root / $0.path == path }
        }

        /// Whether that photo has another content than in an older list.
        func isOther(_ path: BytePath, _ older: Self) -> Bool {
            records.values.contains { $0.path == path && older.records[$0.identifier]?.version != $0.version }
        }

        func difference(from older: Self) -> (came: [AssetCopy], went: [AssetCopy], others: [AssetCopy]) {
            let came = records.values.filter { older.records[$0.identifier] == nil }
            let went = older.records.values.filter { records[$0.identifier] == nil }
            // What else a record says may come later than the content.
            let others = records.values.filter { asset in
                older.records[asset.identifier].map { $0.version != asset.version || Self.isMoved(asset, $0) } ?? false
            }
            return (came, went, others)
        }

        /// Whether both say when the file was modified, and not the same: it has another place in that order (R12.9).
        private static func isMoved(_ asset: AssetCopy, _ older: AssetCopy) -> Bool {
            let areSaid = asset.modification != AssetCopy.unknownTime && older.modification != AssetCopy.unknownTime
            return areSaid && asset.modification != older.modification
        }

        func expectTold(_ changes: [ChangeCopy], since before: Self) throws(CheckStop) {
            if changes.contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return }
            let (came, went, others) = difference(from: before)
            for (kind, assets, what) in [
                (PICKER_CHANGE_INSERTED, came, "came"), (PICKER_CHANGE_REMOVED, went, "went"),
                (PICKER_CHANGE_UPDATED, others, "is another"),
            ] {
                let named = changes.filter { $0.kind == kind && $0.subject == PICKER_SUBJECT_ASSETS }
                    .flatMap(\.identifiers)
                for asset in assets where !named.contains(asset.identifier) {
                    throw .failed("\(asset.path) \(what), and is not named as such")
                }
            }
        }
    }
}
