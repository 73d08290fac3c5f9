internal import BackendAPI

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Good guests: a plugin leaves the process as it found it.
enum GuestChecks {
    static let all = [
        Check(
            "guest.silent", "Nothing is written to standard output or standard error", "R15.2 R2.4",
            mend: "Log through picker_host.log."
        ) { trial throws(CheckStop) in try silent(trial) },
        Check(
            "guest.no-input", "Standard input is not read", "R15.2",
            mend: "Do without it: it belongs to the program."
        ) { trial throws(CheckStop) in try noInput(trial) },
        Check(
            "guest.signals", "No signal handlers are installed, and none is ignored", "R15.1",
            mend: "Leave signals to the program; MSG_NOSIGNAL avoids SIGPIPE."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "the action of a signal") { (1...31).map { Signals.action($0) } }
        },
        Check(
            "guest.working-directory", "The working directory stays", "R15.3",
            mend: "Use absolute paths, or openat."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "the working directory") {
                getcwd(nil, 0).map { path in
                    defer { free(path) }
                    return String(cString: path)
                } ?? ""
            }
        },
        Check(
            "guest.environment", "The environment stays", "R15.3",
            mend: "Do not call setenv or putenv; it is not safe beside other threads."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "the environment") { Environment.variables.filter { !$0.hasPrefix("TZ=") } }
        },
        Check(
            "guest.time-zone", "The time zone stays", "R15.3",
            mend: "Compute with offsets of your own."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "TZ") { Environment.variables.filter { $0.hasPrefix("TZ=") } }
        },
        Check(
            "guest.locale", "The locale stays", "R15.3",
            mend: "Use newlocale and uselocale, or functions that know no locale."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "the locale") { setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "" }
        },
        Check(
            "guest.umask", "The umask stays", "R15.3",
            mend: "Pass the mode that you want, and fchmod if need be."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "the umask") {
                let mask = umask(0)
                umask(mask)
                return mask
            }
        },
        Check(
            "guest.limits", "Resource limits stay", "R15.3",
            mend: "Report what runs out; limits belong to the program."
        ) { trial throws(CheckStop) in
            try unchanged(trial, "a resource limit") {
                (0..<16).map { resource in
                    var limits = rlimit()
                    getrlimit(__rlimit_resource_t(UInt32(resource)), &limits)
                    return [limits.rlim_cur, limits.rlim_max]
                }
            }
        },
        Check(
            "guest.signal-mask", "Threads of the plugin block the signals that are sent to a process", "R11.1",
            mend: "Block signals with pthread_sigmask before pthread_create."
        ) { trial throws(CheckStop) in try signalMask(trial) },
        Check(
            "guest.threads-end", "No thread of the plugin is left after close", "R11.1",
            mend: "Join your threads in close."
        ) { trial throws(CheckStop) in try threadsEnd(trial) },
        Check(
            "guest.no-processes", "No process is left behind", "R15.4",
            mend: "Wait for what you start before the call returns."
        ) { trial throws(CheckStop) in
            let before = ProcessFigures.children
            try session(trial)
            let left = Set(ProcessFigures.children).subtracting(before)
            try trial.expect(left.isEmpty, "\(left.count) processes are left")
        },
        Check(
            "guest.close-on-exec", "Descriptors are opened with close-on-exec", "R15.5",
            mend: "Pass O_CLOEXEC, SOCK_CLOEXEC, pipe2."
        ) { trial throws(CheckStop) in try closeOnExec(trial) },
        Check(
            "guest.descriptors", "No descriptor is left open after close and destroy", "R9.1 R15.5",
            mend: "Close what you open; a cache of descriptors ends with the library."
        ) { trial throws(CheckStop) in try descriptors(trial) },
        Check(
            "guest.writes-nowhere-else", "Nothing is written into the library's folder", "R15.5",
            mend: "Write below data_directory alone."
        ) { trial throws(CheckStop) in try writesNowhereElse(trial) },
        Check(
            "guest.logs", "Log messages are UTF-8", "R8.1 R11.3",
            mend: "Replace what is not UTF-8 in file names before you log them."
        ) { trial throws(CheckStop) in
            let host = HostProbe()
            try session(trial, host: host)
            for text in host.logged { try trial.expect(text.isValid, "a log message is not UTF-8: \(text)") }
        },
        Check(
            "guest.exit", "The process can exit with the plugin loaded and used", "R15.1 R10.5", .must, .full,
            mend: "Do nothing in destructors and exit handlers."
        ) { trial throws(CheckStop) in try exits(trial) },
    ]

    /// Everything that a host commonly does.
    static func session(_ trial: Trial, host: HostProbe = HostProbe()) throws(CheckStop) {
        let backend = try trial.backend(host: host)
        let library = try trial.open(backend)
        let assets = try library.assets()
        _ = try library.allCollections()
        for asset in assets.prefix(8) {
            _ = try library.details(asset.identifier)
            let sink = RecordSink.frames()
            _ = library.image(asset.identifier, ImageAsk(24, 24), sink: sink)
            for frame in sink.records { frame.release() }
            _ = library.read(ReadAsk(asset.identifier, capacity: 256))
        }
        let observing = CallProbe(deadline: Clock.now + 40_000_000)
        _ = library.observe(sink: .changes(), control: observing)
        library.beginShutdown()
        library.close()
        backend.destroy()
    }

    private static func unchanged<Value: Equatable>(
        _ trial: Trial, _ name: String, _ read: () -> Value
    ) throws(CheckStop) {
        let before = read()
        try session(trial)
        try trial.expect(read() == before, "\(name) was changed")
    }

    private static func silent(_ trial: Trial) throws(CheckStop) {
        let file = (trial.folder / "printed")
        let descriptor = file.withCPath { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw .harness("no file to print into") }
        let kept = [dup(STDOUT_FILENO), dup(STDERR_FILENO)]
        dup2(descriptor, STDOUT_FILENO)
        dup2(descriptor, STDERR_FILENO)
        defer {
            dup2(kept[0], STDOUT_FILENO)
            dup2(kept[1], STDERR_FILENO)
        }
        try session(trial)
        fflush(nil)
        let printed = try Files.read(file)
        let text = String(decoding: printed.prefix(80), as: UTF8.self)
        try trial.expect(printed.isEmpty, "\(printed.count) bytes were printed: \(text)")
    }

    private static func noInput(_ trial: Trial) throws(CheckStop) {
        let file = trial.folder / "input"
        try Files.write(Array("nobody reads this\n".utf8), to: file)
        let descriptor = file.withCPath { open($0, O_RDONLY) }
        guard descriptor >= 0 else { throw .harness("no file to read from") }
        dup2(descriptor, STDIN_FILENO)
        try session(trial)
        try trial.expect(lseek(STDIN_FILENO, 0, Int32(SEEK_CUR)) == 0, "standard input was read")
    }

    private static func signalMask(_ trial: Trial) throws(CheckStop) {
        let own = Set(Files.names("/proc/self/task"))
        let library = try trial.open()
        _ = try library.assets()
        func added() -> Set<BytePath> { Set(Files.names("/proc/self/task")).subtracting(own) }
        // A thread begins with all signals blocked, whatever its mask will be: the C library starts it so.
        if !added().isEmpty { Threads.pause(milliseconds: 300 * trial.order.timeScale) }
        for thread in added() {
            guard let status = try? Files.read("/proc/self/task" / thread / "status") else { continue }
            let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
            guard let line = lines.first(where: { $0.hasPrefix("SigBlk:") }),
                let mask = UInt64(line.dropFirst(7).drop { $0 == "\t" || $0 == " " }, radix: 16)
            else { continue }
            // Not those that a thread brings upon itself, such as SEGV: they end the process, blocked or not.
            let sent = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGTERM, SIGCHLD, SIGTSTP, SIGWINCH]
            let wanted = sent.reduce(UInt64(0)) { $0 | 1 << UInt64($1 - 1) }
            try trial.expect(mask & wanted == wanted, "thread \(thread) has the mask \(String(mask, radix: 16))")
        }
    }

    private static func threadsEnd(_ trial: Trial) throws(CheckStop) {
        // What a runtime starts once for the process does not count.
        try session(trial)
        settle(trial) { ProcessFigures.threadCount <= 1 }
        let before = ProcessFigures.threadCount
        let sessions = 3
        for _ in 0..<sessions { try session(trial) }
        settle(trial) { ProcessFigures.threadCount < before + sessions }
        let after = ProcessFigures.threadCount
        // The pool of a runtime may gain one or two; a library that leaves one leaves one each time.
        try trial.expect(
            after < before + sessions, "\(before) threads became \(after) when \(sessions) more libraries came and went"
        )
    }

    /// Waits for what ends by itself, a while.
    private static func settle(_ trial: Trial, until isDone: () -> Bool) {
        let end = Clock.now + trial.limit(milliseconds: 200)
        while !isDone(), Clock.now < end { Threads.pause(milliseconds: 5) }
    }

    private static func closeOnExec(_ trial: Trial) throws(CheckStop) {
        let before = Set(ProcessFigures.descriptors)
        let library = try trial.open()
        _ = try library.assets()
        let opened = ProcessFigures.descriptors.filter { !before.contains($0) }
        let inherited = opened.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
        try trial.expect(inherited.isEmpty, "descriptors \(inherited) would be inherited by other programs")
    }

    private static func descriptors(_ trial: Trial) throws(CheckStop) {
        try session(trial)
        let before = ProcessFigures.descriptors.count
        for _ in 0..<3 { try session(trial) }
        let after = ProcessFigures.descriptors.count
        try trial.expect(after <= before, "\(before) open descriptors became \(after)")
    }

    private static func writesNowhereElse(_ trial: Trial) throws(CheckStop) {
        try trial.makeLibrary()
        let before = try Files.tree(trial.root)
        let outside = Files.names(trial.folder)
        try session(trial)
        let after = try Files.tree(trial.root)
        let changed = after.symmetricDifference(before).map(\.description).sorted()
        try trial.expect(changed.isEmpty, "it changed \(changed.prefix(3).joined(separator: ", "))")
        let new = Set(Files.names(trial.folder)).subtracting(outside).map(\.description)
        try trial.expect(new.isEmpty, "it wrote \(new.sorted().joined(separator: ", ")) into HOME")
    }

    private static func exits(_ trial: Trial) throws(CheckStop) {
        try session(trial)
        trial.step("exit handlers and destructors, in a copy of the process")
        let child = Signals.forkAndExit()
        guard child > 0 else { throw .notPossibleHere("no process could be started") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        try trial.expect(status == 0, "exit ended with status \(status)")
    }
}
