internal import BackendAPI
internal import PhotoModel
internal import Platform

/// Good guests: a plugin leaves the process as it found it.
enum GuestChecks {
    static let all = basics + threads + descriptorChecks + moments

    private static let basics = [
        Check(
            "guest.silent", "Nothing is written to standard output or standard error", "R15.2 R2.4",
            remedy: "Log through picker_host.log."
        ) { context throws(CheckStop) in try silent(context) },
        Check(
            "guest.no-input", "Standard input is not read", "R15.2",
            remedy: "Do without it: it belongs to the program."
        ) { context throws(CheckStop) in try noInput(context) },
        Check(
            "guest.signals", "No signal handlers are installed, and none is ignored", "R15.1 R15.7",
            remedy:
                "Leave signals to the program; MSG_NOSIGNAL avoids SIGPIPE. A runtime that handles them is declared."
        ) { context throws(CheckStop) in
            // Before the plugin is loaded, which may be declared to do it.
            let before = Signal.standard.map(\.action)
            try excuse(context, .signalHandlers)
            try unchanged(context, "the action of a signal", since: before) { Signal.standard.map(\.action) }
            try staysMeanwhile(context, "the action of a signal") { Signal.standard.map(\.action) }
        },
        Check(
            "guest.working-directory", "The working directory stays, also while calls are under way", "R15.3",
            remedy: "Use absolute paths, or openat."
        ) { context throws(CheckStop) in
            try unchanged(context, "the working directory") { CurrentProcess.workingFolder }
            try folderStays(context)
        },
        Check(
            "guest.environment", "The environment stays", "R15.3",
            remedy: "Do not call setenv or putenv; it is not safe beside other threads."
        ) { context throws(CheckStop) in
            try unchanged(context, "the environment") { Environment.all().filter { !$0.hasPrefix("TZ=") } }
            try staysMeanwhile(context, "the environment") { Environment.all().filter { !$0.hasPrefix("TZ=") } }
        },
        Check(
            "guest.time-zone", "The time zone stays", "R15.3",
            remedy: "Compute with offsets of your own."
        ) { context throws(CheckStop) in
            try unchanged(context, "TZ") { Environment.all().filter { $0.hasPrefix("TZ=") } }
        },
        Check(
            "guest.locale", "The locale stays", "R15.3",
            remedy: "Use newlocale and uselocale, or functions that know no locale."
        ) { context throws(CheckStop) in
            try unchanged(context, "the locale") { CurrentProcess.locale }
            try staysMeanwhile(context, "the locale") { CurrentProcess.locale }
        },
        Check(
            "guest.umask", "The umask stays", "R15.3",
            remedy: "Pass the mode that you want, and fchmod if need be."
        ) { context throws(CheckStop) in
            try unchanged(context, "the umask") { CurrentProcess.permissionMask }
            try staysMeanwhile(context, "the umask") { ProcessFigures.permissionMask }
        },
        Check(
            "guest.limits", "Resource limits stay", "R15.3",
            remedy: "Report what runs out; limits belong to the program."
        ) { context throws(CheckStop) in
            func limits() -> [LimitedResource.Limit?] { LimitedResource.all.map { resource in try? resource.limit } }
            try unchanged(context, "a resource limit", limits)
            try staysMeanwhile(context, "a resource limit", limits)
        },
        Check(
            "guest.signal-mask", "Threads of the plugin block the signals that are sent to a process", "R11.1",
            remedy: "Block signals with pthread_sigmask before pthread_create."
        ) { context throws(CheckStop) in try signalMask(context) },
        Check(
            "guest.threads-end", "No thread of the plugin is left after close", "R11.1 R15.7",
            remedy: "Join your threads in close. A runtime that keeps threads is declared."
        ) { context throws(CheckStop) in
            try excuse(context, .threads)
            try threadsEnd(context)
        },
        Check(
            "guest.no-processes", "No process is left running", "R15.4",
            remedy: "Wait for what you start before the call returns."
        ) { context throws(CheckStop) in
            try prepare(context)
            // What serves a library that is no folder is the kit's.
            serve(context)
            let before = ProcessFigures.children
            try session(context)
            let left = Set(ProcessFigures.children).subtracting(before)
            try context.expect(left.isEmpty, "\(left.count) processes are left")
        },
        Check(
            "guest.close-on-exec", "Descriptors are opened with close-on-exec", "R15.5",
            remedy: "Pass O_CLOEXEC, SOCK_CLOEXEC, pipe2."
        ) { context throws(CheckStop) in try closeOnExec(context) },
        Check(
            "guest.descriptors", "No descriptor is left open after close and destroy", "R9.1 R15.5",
            remedy: "Close what you open; a cache of descriptors ends with the library."
        ) { context throws(CheckStop) in try descriptors(context) },
        Check(
            "guest.writes-nowhere-else", "Nothing is written into the library's folder", "R15.5",
            remedy: "Write below data_directory alone."
        ) { context throws(CheckStop) in try writesNowhereElse(context) },
        Check(
            "guest.logs", "Log messages are UTF-8, have a level, and tell no names of photos but in warnings",
            "R8.1 R11.3 R16.2",
            remedy: "Replace what is not UTF-8 in file names before you log them, as PICKER_LOG_DEBUG or in a warning."
        ) { context throws(CheckStop) in
            let host = HostProbe()
            try session(context, host: host)
            for text in host.logged { try context.expect(text.isValid, "a log message is not UTF-8: \(text)") }
            let names = context.fixtures.photos.map { $0.path.name.description }
            for (level, name) in [(PICKER_LOG_INFO, "INFO"), (PICKER_LOG_ERROR, "ERROR")] {
                for text in host.logged(level) {
                    let isNaming = names.contains { text.description.contains($0) }
                    try context.expect(!isNaming, "a message of PICKER_LOG_\(name) names a photo: \(text)")
                }
            }
            let unnamed = host.levels.first { $0 > PICKER_LOG_ERROR }
            let isNewer = try context.isNewer()
            try context.expect(
                isNewer || unnamed == nil, "a message has the level \(unnamed ?? 0), which no header names")
        },
        Check(
            "guest.exit", "The process can exit with the plugin loaded and used", "R15.1 R10.5", .must, .full,
            remedy: "Do nothing in destructors and exit handlers."
        ) { context throws(CheckStop) in try exits(context) },
        Check(
            "guest.handlers", "No handler of atexit or pthread_atfork is installed", "R15.1 R15.7",
            remedy: "Undo in destroy and close what has to be undone; objects with destructors are static in no plugin."
        ) { context throws(CheckStop) in
            try excuse(context, .exitHandlers)
            try handlers(context)
        },
    ]

    /// Everything that a host commonly does.
    static func session(_ context: CheckContext, host: HostProbe = HostProbe()) throws(CheckStop) {
        try prepare(context)
        let backend = try context.backend(host: host)
        try use(context.open(backend))
        try use(context.open(backend, root: context.folder / FixtureLibrary.hostile, data: damagedData(context)))
        backend.destroy()
    }

    /// Ends a check of what the runtime that a plugin brings along is declared to do (R15.7).
    static func excuse(_ context: CheckContext, _ declared: BackendRuntime) throws(CheckStop) {
        guard try context.info().runtime.contains(declared) else { return }
        throw .notApplicable("it declares the runtime \"\(declared.names.joined())\"")
    }

    private static func damagedData(_ context: CheckContext) -> BytePath { context.dataFolder / "damaged" }

    /// Makes the libraries of a session. What is damaged is what many a plugin has something to say about.
    static func prepare(_ context: CheckContext) throws(CheckStop) {
        try context.makeLibrary()
        guard !Files.isThere(damagedData(context)) else { return }
        // With a date in it, which some ask the C library about.
        var image = RasterImage(width: 64, height: 48, samples: [UInt8](repeating: 90, count: 64 * 48 * 3))
        image.exif.dates = ("2021:06:15 08:30:00", "2021:06:15 08:30:00")
        try Files.write(
            image.encoded(as: .jpeg), to: context.root / "Album One/dated.jpg", date: FixtureLibrary.firstDate)
        try Files.copyTree(
            BytePath(context.order.fixtures) / FixtureLibrary.hostile, to: context.folder / FixtureLibrary.hostile)
        try Files.makeFolder(damagedData(context))
    }

    /// Starts what serves the libraries of a session, for a backend whose libraries are no folders.
    static func serve(_ context: CheckContext) {
        context.serve([context.root, context.folder / FixtureLibrary.hostile])
    }

    private static func use(_ library: Library) throws(CheckStop) {
        let assets = try library.assets()
        _ = try library.allCollections()
        for asset in assets.prefix(40) {
            // Of what is damaged there may be none, as hostile.lists allows.
            _ = library.details(asset.identifier, sink: .details())
            let sink = RecordSink.frames()
            _ = library.image(asset.identifier, ImageRequest(24, 24), sink: sink)
            for frame in sink.records { frame.release() }
            _ = library.read(ReadRequest(asset.identifier, capacity: 256))
        }
        let diagnostics = RecordSink.diagnostics()
        _ = library.diagnostics(sink: diagnostics)
        let observing = CallProbe(deadline: Clock.now + 40_000_000)
        _ = library.observe(sink: .changes(), control: observing)
        library.beginShutdown()
        library.close()
    }

    private static func unchanged<Value: Equatable>(
        _ context: CheckContext, _ name: String, since earlier: Value? = nil, _ read: () -> Value
    ) throws(CheckStop) {
        let before = earlier ?? read()
        try session(context)
        try context.expect(read() == before, "\(name) was changed")
    }
}
