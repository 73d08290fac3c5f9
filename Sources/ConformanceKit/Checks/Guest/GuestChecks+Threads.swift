internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Checks of what a plugin does to the thread that calls it.
extension GuestChecks {
    static let threads = [
        Check(
            "guest.thread-state", "Each call leaves its thread as it was: signals, numbers, locale, priority, name",
            "R15.6",
            remedy: "Set back what you change before you return, on the ways out of errors too."
        ) { context throws(CheckStop) in try threadState(context) },
        Check(
            "guest.timers", "No timer is set that sends signals, and those of the program go on", "R15.3",
            remedy:
                "Use timerfd_create, poll with a timeout, or a thread of your own: alarm and setitimer are the program's."
        ) { context throws(CheckStop) in
            try excuse(context, .signalHandlers)
            try timers(context)
        },
    ]

    private static func threadState(_ context: CheckContext) throws(CheckStop) {
        let before = ThreadState.current
        func look(_ operation: String) throws(CheckStop) {
            if let difference = ThreadState.current.difference(from: before) {
                throw .failed("after \(operation), \(difference)")
            }
        }
        try everyCall(context) { operation throws(CheckStop) in try look(operation) }
        try afterEachCall(context) { operation throws(CheckStop) in try look(operation) }
    }

    /// Makes calls of every kind, also such as are cancelled, stopped or refused, and looks after each what became of the
    /// process; before any other library is opened.
    static func everyCall(
        _ context: CheckContext, _ look: (String) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        guard try context.info().formats.contains(where: PhotoFormat.identifiers.contains) else { return }
        for step in try LeakChecks.everyStep(context) where !context.isHalfOver {
            context.step(step.name)
            _ = step.run()
            try look(step.name)
        }
    }

    /// Looks at the timers that a process has one of, which run as those of a program do, and at those that were made.
    private static func timers(_ context: CheckContext) throws(CheckStop) {
        // No plugin sets a timer for half a day, and no check takes hours.
        let longest = 50_000
        // Timers of processor time are a tick longer than they are set to.
        let expected = 40_000...50_060
        for kind in ProcessTimers.Kind.allCases {
            do throws(SystemError) {
                try ProcessTimers.start(kind, seconds: longest)
            } catch {
                throw .notPossibleHere("\(kind.name) cannot be set: \(error)")
            }
        }
        let made = ProcessTimers.createdCount
        try afterEachCall(context) { operation throws(CheckStop) in
            for kind in ProcessTimers.Kind.allCases {
                let left = ProcessTimers.secondsLeft(kind)
                try context.expect(
                    expected.contains(left),
                    "after \(operation), the timer \(kind.name) of the program "
                        + (left == 0 ? "is stopped" : "ends in \(left) seconds, which the plugin set"))
            }
            try context.expect(
                ProcessTimers.createdCount <= made, "after \(operation), there is a timer that timer_create made")
        }
    }

    /// Makes calls of each kind, many of which fail, and looks after each what became of the process.
    private static func afterEachCall(
        _ context: CheckContext, _ look: (String) throws(CheckStop) -> Void
    ) throws(CheckStop) {
        let backend = try context.backend()
        try look("entry and probe")
        let library = try context.open(backend)
        try look("open_library")
        let stranger = Text(Arena.string("nobody"))
        let assets = try library.assets()
        try look("a fetch and its window")
        _ = try library.allCollections()
        try look("collections")
        for asset in assets.map(\.identifier).prefix(60) + [stranger] where !context.isHalfOver {
            _ = library.details(asset, sink: .details())
            try look("details")
            for ask in [ImageRequest(), ImageRequest(20, 20), ImageRequest(9, 9) { $0.content = 99 }] {
                let sink = RecordSink.frames()
                _ = library.image(asset, ask, sink: sink)
                for frame in sink.records { frame.release() }
                try look("request_image")
            }
            _ = library.read(ReadRequest(asset, capacity: 100))
            _ = library.read(ReadRequest(asset, capacity: 100), control: CallProbe(answering: PICKER_CANCELLED))
            try look("read")
        }
        _ = library.keyAssets(try library.cameraRoll().identifier, sink: .assets())
        try look("key_assets")
        _ = library.count()
        try look("count")
        _ = library.diagnostics(sink: .diagnostics())
        try look("diagnostics")
        _ = library.observe(sink: .changes(), control: CallProbe(deadline: Clock.now + 30_000_000))
        try look("observe")
        library.beginShutdown()
        library.close()
        backend.destroy()
        try look("close and destroy")
    }

    /// Notices descriptors that other programs would inherit, while calls are under way.
    static func closeOnExec(_ context: CheckContext) throws(CheckStop) {
        let before = Set(ProcessFigures.descriptors)
        var inherited: [String] = []
        func look(_ operation: String) {
            let open = ProcessFigures.descriptors.filter { !before.contains($0) && Descriptor($0).isInherited }
            if !open.isEmpty { inherited.append(operation) }
        }
        func watched(_ operation: String) -> CallProbe {
            let control = CallProbe()
            control.onCheck = { _ in look(operation) }
            return control
        }
        let backend = try context.backend()
        try context.makeLibrary()
        let opened = backend.open(root: context.root, data: context.dataFolder, control: watched("open_library"))
        try opened.reply.ok()
        guard let library = opened.library else { return }
        let assets = try library.assets()
        look("a fetch")
        lists(library, looking: look, watched)
        for asset in assets.prefix(30) {
            let sink = RecordSink.frames()
            sink.onRecord = { _ in look("request_image") }
            _ = library.image(asset.identifier, ImageRequest(), sink: sink, control: watched("request_image"))
            for frame in sink.records { frame.release() }
            _ = library.read(ReadRequest(asset.identifier, capacity: 300_000), control: watched("read"))
            _ = library.details(asset.identifier, sink: .details(), control: watched("details"))
        }
        // What watches a folder is there as long as the call.
        let observing = watched("observe")
        let end = Clock.now + context.limit(milliseconds: 300)
        let lookAgain = observing.onCheck
        observing.onCheck = { number in
            lookAgain?(number)
            if number >= 3 || Clock.now > end { observing.change(to: PICKER_CANCELLED) }
        }
        _ = library.observe(sink: .changes(), control: observing)
        look("these calls")
        try context.expect(
            inherited.isEmpty,
            "in \(Set(inherited).sorted().joined(separator: ", ")), descriptors were open that other programs would inherit"
        )
    }

    /// Makes calls that list something, and looks at each question and each record.
    private static func lists(
        _ library: Library, looking look: @escaping (String) -> Void, _ watched: (String) -> CallProbe
    ) {
        let (assets, collections) = (RecordSink.assets(), RecordSink.collections())
        assets.onRecord = { _ in look("a window") }
        collections.onRecord = { _ in look("collections") }
        let fetched = library.fetch(control: watched("fetch"))
        if let fetch = fetched.fetch {
            _ = fetch.window(0, 9, sink: assets, control: watched("a window"))
            fetch.release()
        }
        _ = library.collections(sink: collections, control: watched("collections"))
        _ = library.count(control: watched("count"))
        _ = library.diagnostics(sink: .diagnostics(), control: watched("diagnostics"))
    }
}
