internal import BackendAPI
internal import PhotoModel
internal import SystemThreads

/// Checks of changes since a token.
extension ChangeChecks {
    /// The token that says where a library stands.
    private static func currentToken(_ library: Library) throws(CheckStop) -> [UInt8] {
        let sink = RecordSink.changes()
        try library.changes(since: nil, sink: sink).ok()
        guard sink.count == 1, let token = sink.records[0].token else {
            throw .failed("without a token, changes_since emitted \(sink.count) changes, or one without a token")
        }
        return token
    }

    static func token(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let start = try currentToken(library)
        let none = RecordSink.changes()
        try library.changes(since: start, sink: none).ok()
        try trial.expect(
            none.count == 0, "nothing changed, and a change of kind \(none.records.first?.kind ?? 0) was told")
        let asset = try library.assets().first { $0.path.name == old(trial, format).name }
        try Files.remove(old(trial, format))
        try waitForChange(trial, library, since: start) { changes in
            changes.contains { $0.kind == PICKER_CHANGE_RELOAD || $0.identifiers.contains { $0 == asset?.identifier } }
        }
    }

    private static func waitForChange(
        _ trial: Trial, _ library: Library, since token: [UInt8], _ isTold: ([ChangeCopy]) -> Bool
    ) throws(CheckStop) {
        let end = Clock.now + trial.limit(milliseconds: 6000)
        // An index is brought up to date while somebody observes.
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
                try trial.expect(sink.records.last?.token != nil, "the last change has no token")
                return
            }
            Threads.pause(milliseconds: 20)
        }
        throw .failed("the change was not told within 6 seconds")
    }

    static func tokenLasts(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let start = try currentToken(library)
        library.beginShutdown()
        library.close()
        try Files.remove(old(trial, format))
        let again = try trial.open()
        try waitForChange(trial, again, since: start) { !$0.isEmpty }
    }
}
