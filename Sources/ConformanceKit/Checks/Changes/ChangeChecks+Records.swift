internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of changes as records.
extension ChangeChecks {
    static let ofRecords = [
        Check(
            "changes.records", "Changes are whole records, and a host of today may pass over what hangs on them",
            "R5.1 R5.8 R5.9 R5.10", requires: [.capability(.observe), .anyKnownFormat],
            remedy: "Begin with a change of zeros, set struct_size to its size, and hang nothing critical on it."
        ) { context throws(CheckStop) in try records(context) }
    ]

    private static func records(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        let shapes = RecordShapes(isNewer: try context.isNewer())
        let hasTokens = try context.served(by: library).contains(.changeDetails)
        let start = hasTokens ? try currentToken(library) : nil
        let sink = watched(shapes, stopAt: 1)
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 8000))
        guard let observer = Threads.start({ _ = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(context, control)
        let removed: Result<Void, CheckStop> = Result { () throws(CheckStop) in
            try Files.remove(old(context, format))
        }
        observer.join()
        try removed.get()
        // That it is reported at all is another check.
        try expectWhole(sink, "observe", shapes)
        guard let start else { return }
        for token in [nil, start] {
            let sink = watched(shapes)
            try library.changes(since: token, sink: sink).ok()
            try expectWhole(sink, "changes_since", shapes)
        }
    }

    private static func watched(_ shapes: RecordShapes, stopAt: Int? = nil) -> RecordSink<ChangeCopy> {
        let sink = RecordSink.changes(stopAt: stopAt)
        sink.followsLinks = true
        shapes.watch(sink) { $0.note($1, picker_change.self, "a change", named: PICKER_CHANGE_MEMBERS) }
        return sink
    }

    private static func expectWhole(
        _ sink: RecordSink<ChangeCopy>, _ call: String, _ shapes: RecordShapes
    ) throws(CheckStop) {
        if let fault = sink.linkFault { throw .failed("\(call): on a change hangs \(fault)") }
        try shapes.expectNone(call)
    }
}
