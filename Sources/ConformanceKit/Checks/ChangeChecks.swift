internal import BackendAPI
internal import PhotoModel
internal import SystemThreads

/// What is told of files that come, go and change.
enum ChangeChecks {
    static let all = [
        change("added", "A photo that is added is told, and a fetch shows it then", "Rescan before you emit.") {
            trial, format throws(CheckStop) in
            try Files.write(Painting(width: 80, height: 60).encoded(as: format), to: new(trial, format))
        },
        change("removed", "A photo that is removed is told, and a fetch shows it no longer", "Rescan before you emit.")
        {
            trial, format throws(CheckStop) in try Files.remove(old(trial, format))
        },
        change("renamed", "A photo that is renamed is told", "Watch both names.") { trial, format throws(CheckStop) in
            try Files.rename(old(trial, format), to: new(trial, format))
        },
        change("rewritten", "A photo that is replaced is told, with its new size", "Compare dates and sizes.") {
            trial, format throws(CheckStop) in
            let file = try Painting(width: 96, height: 32).encoded(as: format)
            try Files.write(file, to: trial.root / "part.tmp")
            try Files.rename(trial.root / "part.tmp", to: old(trial, format))
        },
        Check(
            "changes.reload-only", "Without change-details, all changes are RELOAD and name nobody", "R12.7 R16.2",
            needs: [.capability(.observe), .noCapability(.changeDetails), .anyKnownFormat],
            mend: "Emit PICKER_CHANGE_RELOAD, with no identifiers and no token."
        ) { trial throws(CheckStop) in
            let changes = try observed(trial) { format throws(CheckStop) in try Files.remove(old(trial, format)) }
            for change in changes {
                try trial.expect(change.kind == PICKER_CHANGE_RELOAD, "a change has the kind \(change.kind)")
                try trial.expect(change.identifiers.isEmpty && change.token == nil, "it names assets, or has a token")
            }
        },
        Check(
            "changes.quiet", "While nothing changes, nothing is emitted", "R12.6",
            needs: [.capability(.observe)],
            mend: "Emit what changed, and wait."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            let sink = RecordSink.changes()
            let control = CallProbe(deadline: Clock.now + trial.limit(milliseconds: 300))
            try library.observe(sink: sink, control: control).expect(PICKER_DEADLINE)
            // What may have been missed while the watch was set up is a reload (R12.7).
            let told = sink.records.filter { $0.kind != PICKER_CHANGE_RELOAD }
            try trial.expect(told.isEmpty && sink.count <= 1, "\(sink.count) changes were told")
        },
        Check(
            "changes.stop", "observe returns OK when the sink answers STOP", "R12.6 R9.3",
            needs: [.capability(.observe), .anyKnownFormat],
            mend: "Return PICKER_OK as soon as emit answers PICKER_STOP."
        ) { trial throws(CheckStop) in try stops(trial) },
        Check(
            "changes.version", "A file that is rewritten has another version_token, and its new sizes", "R9.7 R12.8",
            needs: [.anyKnownFormat],
            mend: "Make the token of what changes with the content: the date in nanoseconds, and the size."
        ) { trial throws(CheckStop) in try version(trial) },
        Check(
            "changes.gone", "What concerns a photo that is gone is NOT_FOUND, and its fetch stays", "R9.7",
            needs: [.anyKnownFormat],
            mend: "Answer reads with PICKER_NOT_FOUND; a fetch keeps its number and order."
        ) { trial throws(CheckStop) in try gone(trial) },
        Check(
            "changes.fetch-stays", "A fetch keeps its number while photos come and go", "R9.7",
            needs: [.anyKnownFormat],
            mend: "Keep the identifiers of a fetch from its first count or window on."
        ) { trial throws(CheckStop) in try fetchStays(trial) },
        Check(
            "changes.token", "changes_since tells what changed since a token", "R12.9 R12.8 R7.3",
            needs: [.capability(.changeDetails), .anyKnownFormat],
            mend: "Write down what you emit, with a number; the token is the number."
        ) { trial throws(CheckStop) in try token(trial) },
        Check(
            "changes.bad-token", "A token that is none is refused", "R10.1", needs: [.capability(.changeDetails)],
            mend: "Check length, form and library of a token."
        ) { trial throws(CheckStop) in
            let library = try trial.open()
            for token in [[0xFF], [UInt8](repeating: 0x41, count: 200), [0, 0, 0, 0, 0, 0, 0, 0, 0]] {
                try library.changes(since: token, sink: .changes()).expect([PICKER_INVALID_ARGUMENT, PICKER_NOT_FOUND])
            }
        },
        Check(
            "changes.token-lasts", "A token holds when the library is opened again", "R12.9 R7.3",
            needs: [.capability(.changeDetails), .anyKnownFormat],
            mend: "Keep what changed in the data directory."
        ) { trial throws(CheckStop) in try tokenLasts(trial) },
    ]

    /// A change to the folder that observers must hear of.
    private static func change(
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

    private static func old(_ trial: Trial, _ format: PhotoFormat) -> BytePath {
        trial.root / BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
    }

    private static func new(_ trial: Trial, _ format: PhotoFormat) -> BytePath {
        trial.root / BytePath("Album One/new.\(format.fileExtension)")
    }

    private static func format(_ trial: Trial) throws(CheckStop) -> PhotoFormat {
        let formats = try trial.info().formats
        guard let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) else {
            throw .notApplicable("it declares none of the formats that the kit can write")
        }
        return format
    }

    /// Observes, changes something, and answers what was told; when something is told, a fetch must show the change.
    private static func observed(
        _ trial: Trial, _ change: (PhotoFormat) throws(CheckStop) -> Void
    ) throws(CheckStop) -> [ChangeCopy] {
        let format = try format(trial)
        let library = try trial.open()
        let before = try snapshot(library)
        let (sink, control) = (RecordSink.changes(), CallProbe(deadline: Clock.now + trial.limit(milliseconds: 6000)))
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
        waitUntilObserving(control)
        let changed: Result<Void, CheckStop> = Result { () throws(CheckStop) in try change(format) }
        observer.join()
        try changed.get()
        try trial.expect(
            sink.count == 0 || shown.value != before, "a change was told, and a fetch shows the same as before")
        return sink.records
    }

    /// Waits until the backend has asked `check`, and a little longer: what changes before the call need not be told.
    private static func waitUntilObserving(_ control: CallProbe) {
        let end = Clock.now + 500_000_000
        while control.checkCount == 0, Clock.now < end { Threads.pause(milliseconds: 2) }
        Threads.pause(milliseconds: 60)
    }

    /// What a fetch shows of each asset.
    private static func snapshot(_ library: Library) throws(CheckStop) -> [String] {
        try library.assets().map { "\($0.path) \($0.byteSize) \($0.version) \($0.width)x\($0.height)" }
    }

    private static func stops(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let sink = RecordSink.changes(stopAt: 1)
        let control = CallProbe(deadline: Clock.now + trial.limit(milliseconds: 5000))
        let answer = Box<Reply?>(nil)
        guard let observer = Threads.start({ answer.value = library.observe(sink: sink, control: control) }) else {
            throw .notPossibleHere("no thread could be started")
        }
        waitUntilObserving(control)
        try Files.remove(old(trial, format))
        observer.join()
        guard sink.count > 0 else { return }  // That a change is told at all is another check's business.
        try trial.expect(sink.afterStop == 0, "\(sink.afterStop) more changes came")
        try answer.value?.ok()
    }

    private static func refreshed(
        _ trial: Trial, _ library: Library, _ path: BytePath, until isDone: (AssetCopy?) -> Bool
    ) throws(CheckStop) -> AssetCopy? {
        let end = Clock.now + trial.limit(milliseconds: 6000)
        while true {
            let asset = try library.assets().first { $0.path == path }
            if isDone(asset) || Clock.now > end { return asset }
            Threads.pause(milliseconds: 20)
        }
    }

    /// A backend without an index shows changes at once; one that keeps one must be given time or reopened.
    private static func version(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let path = BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
        guard let before = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is missing")
        }
        library.beginShutdown()
        library.close()
        let file = try Painting(width: 96, height: 32).encoded(as: format)
        try Files.write(file, to: trial.root / path, date: Gallery.firstDate + 7200)
        let again = try trial.open()
        let after = try refreshed(trial, again, path) { $0?.byteSize == UInt64(file.count) }
        try trial.expect(
            after?.byteSize == UInt64(file.count), "it has \(after?.byteSize ?? 0) bytes, not \(file.count)")
        try trial.expect(after?.version != before.version, "its version_token stayed")
        let isTold = after.map { $0.width != 0 } ?? false
        try trial.expect(!isTold || after?.width == 96, "it is \(after?.width ?? 0) pixels wide, not 96")
        try trial.expect(after?.identifier == before.identifier, "its identifier changed")
    }

    private static func gone(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        let path = BytePath("Album One/\(format.fileExtension)-3.\(format.fileExtension)")
        guard let asset = try library.assets().first(where: { $0.path == path }) else {
            throw .failed("\(path) is missing")
        }
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let count = try fetch.window(0, 1000).count
        try Files.remove(trial.root / path)
        let sink = RecordSink.frames()
        let image = library.image(asset.identifier, ImageAsk(16, 16), sink: sink)
        for frame in sink.records { frame.release() }
        try image.expect([PICKER_NOT_FOUND, PICKER_CHANGED])
        try library.read(ReadAsk(asset.identifier, capacity: 16)).reply.expect([PICKER_NOT_FOUND, PICKER_CHANGED])
        let after = try fetch.window(0, 1000).count
        try trial.expect(after == count, "a fetch of \(count) assets has \(after) now")
        fetch.release()
    }

    private static func fetchStays(_ trial: Trial) throws(CheckStop) {
        let format = try format(trial)
        let library = try trial.open()
        guard let fetch = library.fetch().fetch else { throw .failed("fetch did not work") }
        let before = try fetch.window(0, 1000).map(\.identifier)
        try Files.write(Painting(width: 80, height: 60).encoded(as: format), to: new(trial, format))
        try Files.remove(old(trial, format))
        _ = try library.assets()
        let (after, count) = (try fetch.window(0, 1000).map(\.identifier), try fetch.count())
        try trial.expect(after == before, "its \(before.count) elements became \(after.count), or others")
        try trial.expect(count == before.count, "its count became \(count)")
        fetch.release()
    }

    /// The token that says where a library stands.
    private static func currentToken(_ library: Library) throws(CheckStop) -> [UInt8] {
        let sink = RecordSink.changes()
        try library.changes(since: nil, sink: sink).ok()
        guard sink.count == 1, let token = sink.records[0].token else {
            throw .failed("without a token, changes_since emitted \(sink.count) changes, or one without a token")
        }
        return token
    }

    private static func token(_ trial: Trial) throws(CheckStop) {
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

    private static func tokenLasts(_ trial: Trial) throws(CheckStop) {
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
