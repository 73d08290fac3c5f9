internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of changes since a token.
extension ChangeChecks {
    /// The current change token of a library.
    static func currentToken(_ library: Library) throws(CheckStop) -> [UInt8] {
        let sink = RecordSink.changes()
        try library.changes(since: nil, sink: sink).ok()
        guard sink.count == 1, let token = sink.records[0].token else {
            throw .failed("without a token, changes_since emitted \(sink.count) changes, or one without a token")
        }
        return token
    }

    static func current(_ context: CheckContext) throws(CheckStop) {
        let library = try context.open()
        let sink = RecordSink.changes()
        try library.changes(since: nil, sink: sink).ok()
        try context.expect(sink.count == 1, "\(sink.count) changes were emitted")
        let change = sink.records[0]
        try context.expect(change.kind == PICKER_CHANGE_CURRENT, "its kind is \(change.kind)")
        try context.expect(
            change.identifiers.isEmpty && !change.isWithoutIdentifiers,
            "it names \(change.identifiers.count) assets, or counts some, and nothing happened")
        try context.expect(change.token != nil, "it has no token")
    }

    /// That each change that says what happened says to what, and no other does.
    static func expectNames(_ context: CheckContext, _ changes: [ChangeCopy]) throws(CheckStop) {
        let declares = try context.info().capabilities.contains(.collectionChanges)
        let isNewer = try context.isNewer()
        for change in changes {
            let namesNothing = change.kind == PICKER_CHANGE_RELOAD || change.kind == PICKER_CHANGE_CURRENT
            try context.expect(
                !change.isWithoutIdentifiers,
                "a change of the kind \(change.kind) counts identifiers, and the pointer to them is NULL")
            try context.expect(
                change.identifiers.isEmpty == namesNothing,
                "a change of the kind \(change.kind) names \(change.identifiers.count)")
            try context.expect(
                declares || change.subject == PICKER_SUBJECT_ASSETS, "it names collections, which it does not declare")
            let isOfCollections = change.subject == PICKER_SUBJECT_COLLECTIONS && change.kind == PICKER_CHANGE_UPDATED
            try context.expect(
                isOfCollections || change.flags & PICKER_CHANGE_MEMBERS == 0,
                "a change of the kind \(change.kind) and the subject \(change.subject) has PICKER_CHANGE_MEMBERS, "
                    + "which is of collections that were updated")
            let isNamed =
                isNewer
                || change.kind <= PICKER_CHANGE_CURRENT && change.subject <= PICKER_SUBJECT_COLLECTIONS
                    && change.flags & ~UInt32(PICKER_CHANGE_MEMBERS) == 0
            try context.expect(
                isNamed,
                "a change has the kind \(change.kind), the subject \(change.subject) and the flags \(change.flags), of which not all have names"
            )
        }
    }

    static func token(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let start = try currentToken(library)
        let none = RecordSink.changes()
        try library.changes(since: start, sink: none).ok()
        let reported = none.records.filter { $0.kind != PICKER_CHANGE_CURRENT }
        try context.expect(
            reported.isEmpty, "nothing changed, and a change of kind \(reported.first?.kind ?? 0) was reported")
        try removeAndWait(context, library, format, since: start)
    }

    /// Removes the old photo, and waits until that is among the changes since a token.
    static func removeAndWait(
        _ context: CheckContext, _ library: Library, _ format: PhotoFormat, since token: [UInt8]
    ) throws(CheckStop) {
        let asset = try library.assets().first { $0.path.name == old(context, format).name }
        try Files.remove(old(context, format))
        try waitForChange(context, library, since: token) { tells($0, of: asset?.identifier) }
    }

    /// Whether changes say that something became of an asset, or that anything may have.
    private static func tells(_ changes: [ChangeCopy], of asset: Text?) -> Bool {
        changes.contains { change in
            change.kind == PICKER_CHANGE_RELOAD
                || change.subject == PICKER_SUBJECT_ASSETS && change.identifiers.contains { $0 == asset }
        }
    }

    static func waitForChange(
        _ context: CheckContext, _ library: Library, since token: [UInt8], _ isTold: ([ChangeCopy]) -> Bool
    ) throws(CheckStop) {
        let end = Clock.now + context.limit(milliseconds: 6000)
        // An index is brought up to date while an observer waits.
        let control = CallProbe(deadline: end)
        let observer = Threads.start { _ = library.observe(sink: .changes(), control: control) }
        defer {
            control.change(to: PICKER_CANCELLED)
            observer?.join()
        }
        while Clock.now < end {
            let sink = RecordSink.changes()
            try library.changes(since: token, sink: sink).ok()
            if isTold(sink.records) {
                try context.expect(sink.records.last?.token != nil, "the last change has no token")
                try expectNames(context, sink.records)
                return
            }
            Threads.pause(milliseconds: 20)
        }
        throw .failed("the change was not reported within 6 seconds")
    }

    static func tokenLasts(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let start = try currentToken(library)
        let asset = try library.assets().first { $0.path.name == old(context, format).name }
        library.beginShutdown()
        library.close()
        try Files.remove(old(context, format))
        let again = try context.open()
        if again.changes(since: start, sink: .changes()).status == PICKER_NOT_FOUND {
            // The host fetches again, and goes on from where the changes are then (R12.11).
            try again.changes(since: currentToken(again), sink: .changes()).ok()
            return
        }
        try waitForChange(context, again, since: start) { tells($0, of: asset?.identifier) }
    }
}
