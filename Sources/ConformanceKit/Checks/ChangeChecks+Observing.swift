internal import BackendAPI
internal import PhotoModel
internal import SystemThreads

/// Checks of what observers are told.
extension ChangeChecks {
    /// A change to the folder that observers must hear of.
    static func change(
        _ name: String, _ sentence: String, _ mend: String,
        _ body: @escaping @Sendable (Trial, PhotoFormat) throws(CheckStop) -> Void
    ) -> Check {
        Check(
            "changes.\(name)", sentence, "R12.7 R12.8 R7.3", needs: [.capability(.observe), .anyKnownFormat], mend: mend
        ) { trial throws(CheckStop) in
            let changes = try observed(trial) { format throws(CheckStop) in try body(trial, format) }
            try trial.expect(!changes.isEmpty, "nothing was told within 5 seconds")
        }
    }

    static func old(_ trial: Trial, _ format: PhotoFormat) -> BytePath {
        trial.root / BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
    }

    static func new(_ trial: Trial, _ format: PhotoFormat) -> BytePath {
        trial.root / BytePath("Album One/new.\(format.fileExtension)")
    }

    static func format(_ trial: Trial) throws(CheckStop) -> PhotoFormat {
        let formats = try trial.info().formats
        guard let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) else {
            throw .notApplicable("it declares none of the formats that the kit can write")
        }
        return format
    }

    /// Observes, changes something, and answers what was told; when something is told, a fetch must show the change.
    static func observed(
        _ trial: Trial, _ change: (PhotoFormat) throws(CheckStop) -> Void
    ) throws(CheckStop) -> [ChangeCopy] {
        let format = try format(trial)
        let library = try trial.open()
        let before = try snapshot(library)
        let (sink, control) = (RecordSink.changes(), CallProbe(deadline: Clock.now + trial.limit(milliseconds: 8000)))
        let shown = Box(before)
        // Inside emit nothing of the plugin is called (R11.4): the sink stops, and the fetch comes after it.
        guard
            let observer = Threads.start({
                while control.changedAt == 0, shown.value == before {
                    sink.stop()
                    guard library.observe(sink: sink, control: control).status == PICKER_OK else { return }
                    shown.value = (try? snapshot(library)) ?? before
                }
            })
        else { throw .notPossibleHere("no thread could be started") }
        waitUntilObserving(trial, control)
        let changed: Result<Void, CheckStop> = Result { () throws(CheckStop) in try change(format) }
        observer.join()
        try changed.get()
        try trial.expect(
            sink.count == 0 || shown.value != before, "a change was told, and a fetch shows the same as before")
        return sink.records
    }

    /// Waits until the backend has asked `check`, and a little longer: what changes before the call need not be told.
    private static func waitUntilObserving(_ trial: Trial, _ control: CallProbe) {
        let end = Clock.now + trial.limit(milliseconds: 5000)
        while control.checkCount == 0, Clock.now < end { Threads.pause(milliseconds: 2) }
        Threads.pause(milliseconds: 60)
    }

    /// What a fetch shows of each asset.
    private static func snapshot(_ library: Library) throws(CheckStop) -> [String] {
        try library.assets().map { "\($0.path) \($0.byteSize) \($0.version) \($0.width)x\($0.height)" }
    }

    static func stops(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let sink = RecordSink.changes(stopAt: 1)
        let control = CallProbe(deadline: Clock.now + trial.limit(milliseconds: 5000))
        let answer = Box<Reply?>(nil)
        guard let observer = Threads.start({ answer.value = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(trial, control)
        try Files.remove(old(trial, format))
        observer.join()
        guard sink.count > 0 else { return }  // That a change is told at all is another check's business.
        try trial.expect(sink.afterStop == 0, "\(sink.afterStop) more changes came")
        try answer.value?.ok()
    }
}
