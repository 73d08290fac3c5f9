internal import BackendAPI
internal import Platform

/// Checks of what a plugin does to its process.
extension GuestChecks {
    static func silent(_ context: CheckContext) throws(CheckStop) {
        let file = context.folder / "printed"
        let taker = try Files.open(file, [.readAndWrite, .create], permissions: 0o600, to: "printed into")
        try printing(into: taker.borrowed) { () throws(CheckStop) in
            // What serves a library that is no folder may print what it cannot serve.
            if context.order.fixtureCommand == nil { try everyCall(context) { _ throws(CheckStop) in } }
            try session(context)
            CurrentProcess.flushStreams()
        }
        let printed = try Files.read(file)
        let text = String(decoding: printed.prefix(80), as: UTF8.self)
        try context.expect(printed.isEmpty, "\(printed.count) bytes were printed: \(text)")
    }

    /// Calls `body` while what this process prints goes into a file.
    private static func printing(into file: Descriptor, _ body: () throws(CheckStop) -> Void) throws(CheckStop) {
        guard let output = try? Descriptor.standardOutput.duplicate(),
            let errors = try? Descriptor.standardError.duplicate()
        else { throw .harness("the standard streams cannot be kept") }
        try? file.replace(.standardOutput)
        try? file.replace(.standardError)
        defer {
            try? output.borrowed.replace(.standardOutput)
            try? errors.borrowed.replace(.standardError)
        }
        try body()
    }

    static func noInput(_ context: CheckContext) throws(CheckStop) {
        let file = context.folder / "input"
        try Files.write(Array("read by no one\n".utf8), to: file)
        let input = try Files.open(file, [], to: "read")
        try? input.borrowed.replace(.standardInput)
        try session(context)
        try context.expect((try? Descriptor.standardInput.position()) == 0, "standard input was read")
    }

    static func signalMask(_ context: CheckContext) throws(CheckStop) {
        var known = Set(Files.names("/proc/self/task"))
        let library = try context.open()
        let assets = try library.assets()
        try expectBlocked(context, &known, "a fetch")
        // Those that are there while a call is under way, each looked at once.
        var stop: CheckStop?
        func watched(_ operation: String, deadline: UInt64 = 0) -> CallProbe {
            let control = CallProbe(deadline: deadline)
            control.onCheck = { _ in
                do throws(CheckStop) { try expectBlocked(context, &known, operation) } catch { stop = stop ?? error }
            }
            return control
        }
        for asset in assets.prefix(3) {
            _ = library.image(asset.identifier, sink: .releasing(), control: watched("request_image"))
            _ = library.read(ReadRequest(asset.identifier, capacity: 300_000), control: watched("read"))
        }
        let end = Clock.now + context.limit(milliseconds: 300)
        _ = library.observe(sink: .changes(), control: watched("observe", deadline: end))
        if let stop { throw stop }
    }

    /// That threads which were not there before block what is sent to a process.
    private static func expectBlocked(
        _ context: CheckContext, _ known: inout Set<BytePath>, _ operation: String
    ) throws(CheckStop) {
        let before = known
        func added() -> Set<BytePath> { Set(Files.names("/proc/self/task")).subtracting(before) }
        guard !added().isEmpty else { return }
        // A thread begins with all signals blocked, whatever its mask will be: the C library starts it so.
        Threads.pause(milliseconds: 300 * context.order.timeScale)
        for thread in added() {
            known.insert(thread)
            guard let status = try? Files.read("/proc/self/task" / thread / "status") else { continue }
            let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("SigBlk:") }),
                let mask = UInt64(line.dropFirst(7).drop { $0 == "\t" || $0 == " " }, radix: 16)
            else { continue }
            // Not those that a thread brings upon itself, such as SEGV: they end the process, blocked or not.
            let sent: [Signal] = [
                .hangUp, .interrupt, .quit, .user1, .user2, .alarm, .terminate, .childEnd, .terminalStop, .windowChange,
            ]
            let wanted = sent.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue - 1) }
            try context.expect(
                mask & wanted == wanted, "in \(operation), thread \(thread) has the mask \(String(mask, radix: 16))")
        }
    }

    static func threadsEnd(_ context: CheckContext) throws(CheckStop) {
        // What a runtime starts once for the process does not count.
        try session(context)
        settle(context) { ProcessFigures.threadCount <= 1 }
        let before = ProcessFigures.threadCount
        let sessions = 3
        for _ in 0..<sessions { try session(context) }
        settle(context) { ProcessFigures.threadCount < before + sessions }
        let after = ProcessFigures.threadCount
        // The pool of a runtime may gain one or two; a library that leaves one leaves one each time.
        try context.expect(
            after < before + sessions, "\(before) threads became \(after) when \(sessions) more libraries came and went"
        )
    }

    /// Waits for what ends by itself, a while.
    private static func settle(_ context: CheckContext, until isDone: () -> Bool) {
        let end = Clock.now + context.limit(milliseconds: 200)
        while !isDone(), Clock.now < end { Threads.pause(milliseconds: 5) }
    }

    static func descriptors(_ context: CheckContext) throws(CheckStop) {
        try session(context)
        let before = ProcessFigures.descriptors.count
        for _ in 0..<3 { try session(context) }
        let after = ProcessFigures.descriptors.count
        try context.expect(after <= before, "\(before) open descriptors became \(after)")
    }

    static func writesNowhereElse(_ context: CheckContext) throws(CheckStop) {
        try prepare(context)
        // Before anything is covered: the command may lie there, and needs what its author left there.
        serve(context)
        let covered = cover(context)
        let before = try Files.tree(context.root)
        let outside = Files.names(context.folder)
        try session(context)
        let after = try Files.tree(context.root)
        let changed = after.symmetricDifference(before).map(\.description).sorted()
        try context.expect(changed.isEmpty, "it changed \(changed.prefix(3).joined(separator: ", "))")
        let new = Set(Files.names(context.folder)).subtracting(outside).map(\.description)
        try context.expect(new.isEmpty, "it wrote \(new.sorted().joined(separator: ", ")) into HOME")
        for (folder, kept) in covered {
            let written = Files.names(folder).filter { name in !kept.contains { $0.hasPrefix("\(folder / name)/") } }
            let names = written.map(\.description).joined(separator: ", ")
            try context.expect(written.isEmpty, "it wrote \(names) into \(folder)")
        }
    }

    /// Puts empty folders over those where programs leave things, as far as this process may; to be done before the plugin
    /// is loaded, which may start threads.
    ///
    /// - Returns: each of them, with paths in it that are still there.
    private static func cover(_ context: CheckContext) -> [(folder: BytePath, kept: [String])] {
        let own = [
            context.order.folder, context.order.fixtures, BytePath(context.order.plugin).folder.description,
            CurrentProcess.programFolder ?? "/",
        ]
        var covered: [(BytePath, [String])] = []
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] where !own.contains(folder) && Files.isThere(BytePath(folder)) {
            let kept = own.filter { $0.hasPrefix(folder + "/") }
            do throws(SystemError) {
                try MemoryFileSystem.cover(folder, keeping: kept)
                covered.append((BytePath(folder), kept.map { $0 + "/" }))
            } catch {
                return covered  // It is looked at no further: most plugins that write there write elsewhere, too.
            }
        }
        return covered
    }

    static func exits(_ context: CheckContext) throws(CheckStop) {
        try session(context)
        context.step("exit handlers and destructors, in a copy of the process")
        guard let child = try? CurrentProcess.forkAndExit() else {
            throw .notPossibleHere("no process could be started")
        }
        let end = child.wait()
        try context.expect(end == .exit(0), "exit ended with \(end)")
    }

    static func handlers(_ context: CheckContext) throws(CheckStop) {
        guard let code = try context.plugin().code else {
            throw .notApplicable("the plugin is in a worker")
        }
        try session(context)
        context.step("fork and exit, in a copy of the process")
        guard let child = try? CurrentProcess.forkAndExit(watching: code) else {
            throw .notPossibleHere("no process could be started")
        }
        guard case .exit(let status) = child.wait(), let handler = CurrentProcess.Handler(rawValue: status) else {
            return
        }
        throw .failed(
            handler == .fork
                ? "a handler of pthread_atfork is installed: code of the plugin is called when the process forks"
                : "an exit handler is installed: code of the plugin is called when the process exits")
    }
}
