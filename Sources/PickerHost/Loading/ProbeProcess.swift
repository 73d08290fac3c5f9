internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Tries a plugin in a child process, so that one that crashes or hangs costs the child alone.
public struct ProbeProcess: Sendable {
    /// The helper program, `picker-probe`.
    public var executable: String
    /// How long a plugin may take to load and probe.
    public var milliseconds: Int32

    public init(executable: String, milliseconds: Int32 = 10_000) {
        self.executable = executable
        self.milliseconds = milliseconds
    }

    /// The helper of this installation or build tree; nil when there is none.
    public static var standard: ProbeProcess? {
        guard let folder = BackendSearchPath.executableFolder else { return nil }
        let places = ["\(folder)/picker-probe", "\(folder)/../libexec/picker/picker-probe"]
        return places.first { access($0, X_OK) == 0 }.map { ProbeProcess(executable: $0) }
    }

    /// - Throws: `PhotoError` when there was no report: the plugin crashed, hung or ended its process.
    func run(plugin path: String) throws(PhotoError) -> ProbeReport {
        var child = try ChildProcess(executable: executable, arguments: [path])
        let output = child.readLine(milliseconds: milliseconds)
        let end = child.finish()
        if let report = ProbeReport(line: output.bytes) { return report }
        if output.timedOut {
            throw PhotoError(.deadline, "\(path): it did not answer within \(milliseconds) ms and was not loaded")
        }
        if case .signal(let number) = end, number != SIGKILL {
            throw PhotoError(.internal, "\(path): it crashed while it was probed (\(signalName(number)))")
        }
        throw PhotoError(.internal, "\(path): it ended the process that probed it (\(end))")
    }

    private func signalName(_ number: Int32) -> String {
        strsignal(number).map { String(cString: $0) } ?? "signal \(number)"
    }
}

/// What `picker-probe` runs: tries one plugin and reports on a descriptor that the plugin cannot reach by
/// writing to its standard streams.
public enum ProbeCommand {
    /// - Returns: the exit code.
    public static func run(arguments: [String]) -> Int32 {
        guard arguments.count == 2 else { return 64 }
        let channel = dup(STDOUT_FILENO)
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let notes = ProbeNotes.start()
        var report = ProbeReport { () throws(PhotoError) in try LoadedBackend(path: arguments[1]) }
        report.notes = notes.taken
        let line = report.line()
        _ = line.withUnsafeBytes { write(channel, $0.baseAddress, $0.count) }
        // Exit without running the plugin's destructors: what they do is no business of this report.
        _exit(0)
    }
}
