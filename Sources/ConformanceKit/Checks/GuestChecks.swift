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
}
