internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of observers that go on, several at once.
extension ChangeChecks {
    static let observers = [
        Check(
            "changes.observers", "Each of two observers is told of one change after the other, in every folder",
            "R12.6 R12.7",
            .must, .full, requires: [.capability(.observe), .anyKnownFormat],
            remedy: "Keep in each call of observe what it told, and go on until check or the sink ends it."
        ) { context throws(CheckStop) in try tellsEach(context) },
        Check(
            "changes.from-the-first", "What changes from the first question on is told", "R12.7", .must, .full,
            requires: [.capability(.observe), .anyKnownFormat],
            remedy:
                "Put folders under watch before the first check, or emit RELOAD when something may have been missed."
        ) { context throws(CheckStop) in try fromTheFirst(context) },
    ]

    /// One that observes on a thread of its own.
    private final class Observer: @unchecked Sendable {  // Unchecked: what threads share is atomic.
        let told = Atomic(0)
        let hasEnded = Atomic(false)
        let control: CallProbe
        private var thread: JoinableThread?

        init(_ library: Library, until deadline: UInt64, stopAt: Int? = nil) {
            control = CallProbe(deadline: deadline)
            let sink = RecordSink.changes(stopAt: stopAt)
            sink.onRecord = { [unowned self] _ in told.add(1, ordering: .relaxed) }
            thread = Threads.start { [self] in
                _ = library.observe(sink: sink, control: control)
                hasEnded.store(true, ordering: .releasing)
            }
        }

        func end() {
            control.change(to: PICKER_CANCELLED)
            thread?.join()
        }
    }

    private static func tellsEach(_ context: CheckContext) throws(CheckStop) {
        let format = try format(context)
        let library = try context.open()
        // Seven times as long as one change may take.
        let deadline = Clock.now + context.limit(milliseconds: 75_000)
        let observers = [Observer(library, until: deadline), Observer(library, until: deadline)]
        // One that stops at its first change, and one that is cancelled then: the others are told of the next ones.
        let passing = [Observer(library, until: deadline, stopAt: 1), Observer(library, until: deadline)]
        defer { for observer in observers + passing { observer.end() } }
        for observer in observers + passing { waitUntilObserving(context, observer.control) }
        let suffix = format.fileExtension
        let places = [
            "new.\(suffix)", "Nested/Inner/Deepest/new.\(suffix)", "Nested/new.\(suffix)", "Made/new.\(suffix)",
            "Made/Inside/new.\(suffix)", "Made/newer.\(suffix)", "Nested/Moved/Deepest/newer.\(suffix)",
        ]
        let file = try TestPattern(width: 80, height: 60).encoded(as: format)
        for (index, place) in places.enumerated() {
            // The process is not silent while observers are waited for.
            context.step("what observers are told of \(place)")
            // Folders that are new are watched as those that were there, and so are those that have another name; what is told
            // of one has time to come.
            let folder = context.root / BytePath(place).folder
            if BytePath(place).folder != "", !Files.isThere(folder) {
                if place.hasPrefix("Nested/Moved") {
                    try Files.rename(context.root / "Nested/Inner", to: context.root / "Nested/Moved")
                } else {
                    try Files.makeFolder(folder)
                }
                Threads.pause(milliseconds: 400)
            }
            let before = observers.map { $0.told.load(ordering: .relaxed) }
            try Files.write(file, to: context.root / BytePath(place))
            let end = Clock.now + context.limit(milliseconds: 8000)
            func silent() -> [Int] {
                observers.indices.filter { observers[$0].told.load(ordering: .relaxed) == before[$0] }
            }
            while !silent().isEmpty, Clock.now < end { Threads.pause(milliseconds: 5) }
            let hasEnded = observers.contains { $0.hasEnded.load(ordering: .acquiring) }
            try context.expect(!hasEnded, "observe returned after change \(index), and nothing had ended it")
            try context.expect(
                silent().isEmpty,
                "\(place) was added, and \(silent().count) of 2 observers were told nothing within 8 seconds")
            if index == 0 { passing[1].control.change(to: PICKER_CANCELLED) }
            // What is told in several parts has time to come.
            Threads.pause(milliseconds: 300)
        }
        try context.expect(
            passing[0].hasEnded.load(ordering: .acquiring), "an observer whose sink answered STOP goes on observing")
    }

    private static func fromTheFirst(_ context: CheckContext) throws(CheckStop) {
        let name = BytePath("at-once.\(try format(context).fileExtension)")
        try tellsAtOnce(context, context.open(), context.root / name, "a photo")
        // There is nothing that it could be compared with.
        let empty = try context.makeFolder("blank")
        let library = try context.open(context.backend(), root: empty.root, data: empty.data)
        try tellsAtOnce(context, library, empty.root / name, "the first photo of a library")
    }

    private static func tellsAtOnce(
        _ context: CheckContext, _ library: Library, _ place: BytePath, _ what: String
    ) throws(CheckStop) {
        let sink = RecordSink.changes(stopAt: 1)
        let control = CallProbe(deadline: Clock.now + context.limit(milliseconds: 8000))
        let file = try TestPattern(width: 80, height: 60).encoded(as: try format(context))
        control.onCheck = { number in if number == 1 { try? Files.write(file, to: place) } }
        _ = library.observe(sink: sink, control: control)
        try context.expect(
            sink.count > 0, "\(what) was added when observe first asked whether to go on, and nothing was reported")
    }
}
