internal import BackendAPI

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Checks of what a plugin does to its process.
extension GuestChecks {
    static func silent(_ trial: Trial) throws(CheckStop) {
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

    static func noInput(_ trial: Trial) throws(CheckStop) {
        let file = trial.folder / "input"
        try Files.write(Array("nobody reads this\n".utf8), to: file)
        let descriptor = file.withCPath { open($0, O_RDONLY) }
        guard descriptor >= 0 else { throw .harness("no file to read from") }
        dup2(descriptor, STDIN_FILENO)
        try session(trial)
        try trial.expect(lseek(STDIN_FILENO, 0, Int32(SEEK_CUR)) == 0, "standard input was read")
    }

    static func signalMask(_ trial: Trial) throws(CheckStop) {
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

    static func threadsEnd(_ trial: Trial) throws(CheckStop) {
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

    static func closeOnExec(_ trial: Trial) throws(CheckStop) {
        let before = Set(ProcessFigures.descriptors)
        let library = try trial.open()
        _ = try library.assets()
        let opened = ProcessFigures.descriptors.filter { !before.contains($0) }
        let inherited = opened.filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 }
        try trial.expect(inherited.isEmpty, "descriptors \(inherited) would be inherited by other programs")
    }

    static func descriptors(_ trial: Trial) throws(CheckStop) {
        try session(trial)
        let before = ProcessFigures.descriptors.count
        for _ in 0..<3 { try session(trial) }
        let after = ProcessFigures.descriptors.count
        try trial.expect(after <= before, "\(before) open descriptors became \(after)")
    }

    static func writesNowhereElse(_ trial: Trial) throws(CheckStop) {
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

    static func exits(_ trial: Trial) throws(CheckStop) {
        try session(trial)
        trial.step("exit handlers and destructors, in a copy of the process")
        let child = Signals.forkAndExit()
        guard child > 0 else { throw .notPossibleHere("no process could be started") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        try trial.expect(status == 0, "exit ended with status \(status)")
    }
}
