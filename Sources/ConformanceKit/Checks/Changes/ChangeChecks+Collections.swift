internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of changes of collections.
extension ChangeChecks {
    static let ofCollections = [
        Check(
            "changes.collections",
            "Collections that came, went and are others are named, as what became of them, and with PICKER_CHANGE_MEMBERS "
                + "where no change of assets says it",
            "R12.10 R12.9 R7.3", requires: [.capability([.changeDetails, .collectionChanges]), .anyKnownFormat],
            remedy:
                "Write down which collections each change concerns, or compare the lists; flag what was updated where assets "
                + "came or left that are not named themselves."
        ) { context throws(CheckStop) in try collections(context) }
    ]

    private static func collections(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let folder = context.root / BytePath("A New Album")
        let file = folder / BytePath("new.\(format.fileExtension)")
        let before = try Listing(library)
        var token = try currentToken(library)
        try Files.makeFolder(folder)
        try Files.write(TestPattern(width: 80, height: 60).encoded(as: format), to: file)
        let with = try expectTold(context, library, before, &token) { !$0.new(since: before).isEmpty }
        try Files.remove(file)
        _ = try expectTold(context, library, with, &token) { !with.new(since: $0).isEmpty }
    }

    /// Waits for a change of the list of collections, and expects that it is told.
    private static func expectTold(
        _ context: CheckContext, _ library: Library, _ before: Listing, _ token: inout [UInt8],
        _ isThere: (Listing) -> Bool
    ) throws(CheckStop) -> Listing {
        var after = before
        try waitForChange(context, library, since: token) { changes in
            guard !changes.isEmpty, let now = try? Listing(library) else { return false }
            after = now
            return isThere(now)
        }
        // What is told now is told of the list that was seen, or of a later one.
        let sink = RecordSink.changes()
        try library.changes(since: token, sink: sink).ok()
        try after.expectTold(sink.records, since: before)
        if let last = sink.records.last?.token { token = last }
        return after
    }

    /// All collections, those inside folders too.
    private struct Listing: Equatable {
        let records: [Text: CollectionCopy]
        /// The assets of each that is no folder of others.
        let members: [Text: Set<Text>]

        init(_ library: Library) throws(CheckStop) {
            var records: [Text: CollectionCopy] = [:]
            var members: [Text: Set<Text>] = [:]
            for record in try library.allCollections() {
                records[record.identifier] = record
                guard record.type != PICKER_COLLECTION_FOLDER else { continue }
                let assets = try library.assets(FetchRequest(.collection(record.identifier)), orNone: PICKER_NOT_FOUND)
                members[record.identifier] = Set((assets ?? []).map(\.identifier))
            }
            (self.records, self.members) = (records, members)
        }

        func new(since older: Self) -> [Text] { records.keys.filter { older.records[$0] == nil } }

        func expectTold(_ changes: [ChangeCopy], since before: Self) throws(CheckStop) {
            if changes.contains(where: { $0.kind == PICKER_CHANGE_RELOAD }) { return }
            func told(_ kind: UInt32) -> [Text] {
                changes.filter { $0.kind == kind && $0.subject == PICKER_SUBJECT_COLLECTIONS }.flatMap(\.identifiers)
            }
            let others = records.keys.filter { id in before.records[id].map { $0 != records[id] } ?? false }
            let expected = [
                (PICKER_CHANGE_INSERTED, new(since: before), "came"),
                (PICKER_CHANGE_REMOVED, before.new(since: self), "went"), (PICKER_CHANGE_UPDATED, others, "is another"),
            ]
            for (kind, identifiers, what) in expected {
                let named = told(UInt32(kind))
                for identifier in identifiers where !named.contains(identifier) {
                    let title = (records[identifier] ?? before.records[identifier])?.title ?? identifier
                    throw .failed("the collection \(title) \(what), and is not named as such")
                }
            }
            try expectMembersTold(changes, since: before)
        }

        /// That a collection which is still there, and whose assets no change names, is said to have others (R12.10).
        private func expectMembersTold(_ changes: [ChangeCopy], since before: Self) throws(CheckStop) {
            let assets = Set(changes.filter { $0.subject == PICKER_SUBJECT_ASSETS }.flatMap(\.identifiers))
            let flagged = changes.filter {
                $0.subject == PICKER_SUBJECT_COLLECTIONS && $0.flags & PICKER_CHANGE_MEMBERS != 0
            }
            let told = Set(flagged.flatMap(\.identifiers))
            for (identifier, now) in members {
                guard let earlier = before.members[identifier], !told.contains(identifier) else { continue }
                let unnamed = now.symmetricDifference(earlier).subtracting(assets)
                guard !unnamed.isEmpty else { continue }
                throw .failed(
                    "\(unnamed.count) assets came into the collection \(records[identifier]?.title ?? identifier) or left "
                        + "it, no change of assets names them, and its own has no PICKER_CHANGE_MEMBERS")
            }
        }
    }
}
