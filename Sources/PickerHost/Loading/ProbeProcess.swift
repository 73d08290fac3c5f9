internal import BackendWorker
internal import Logging
internal import PhotoModel
internal import Platform

/// Tries a plugin in a child process, so that a plugin that crashes or hangs does no harm to this one.
public struct ProbeProcess: Sendable {
    /// The helper program, `picker-helper`.
    public var executable: String
    /// How long a plugin may take to load and probe.
    public var milliseconds: Int32
    /// What comes before the plugin's path on the command line.
    var task = [HelperProgram.Task.probe.rawValue]
    /// Whether the plugin is confined as in a worker, which is where it is to run.
    var isConfined = false

    /// - Parameters:
    ///   - executable: the program that loads the plugin.
    ///   - milliseconds: how long a plugin may take to load and probe.
    public init(executable: String, milliseconds: Int32 = 10_000) {
        self.executable = executable
        self.milliseconds = milliseconds
    }

    /// The helper of this installation or build tree; nil if it is not installed.
    public static var standard: ProbeProcess? { HelperProgram.path.map { ProbeProcess(executable: $0) } }

    /// - Parameter copy: what is tried instead of the file at the path.
    /// - Throws: `PhotoError` when there was no report: the plugin crashed, hung or ended its process.
    func run(plugin path: String, _ copy: PluginCopy? = nil) throws(PhotoError) -> ProbeReport {
        let flooded = CancellationFlag()
        let (output, end) = try answer(path, copy, flooded)
        if let report = ProbeReport(line: output.bytes) { return report }
        if flooded.isCancelled {
            throw PhotoError(
                .internal,
                "\(path): it wrote more to its standard output and error than the host takes in, and was not loaded")
        }
        if output.isTooLong {
            throw PhotoError(
                .internal,
                "\(path): what it says about itself is larger than the host takes in (docs/abi.md, R8.5), and it was not loaded"
            )
        }
        if output.timedOut {
            throw PhotoError(.deadline, "\(path): it did not answer within \(milliseconds) ms and was not loaded")
        }
        if case .signal(let signal) = end, signal != .kill {
            throw PhotoError(.internal, "\(path): it crashed while it was probed (\(signal.name))")
        }
        throw PhotoError(.internal, "\(path): it ended the process that probed it (\(end))")
    }

    /// - Parameter flooded: is set when the plugin wrote too much; its next write ends it then.
    private func answer(
        _ path: String, _ copy: PluginCopy?, _ flooded: CancellationFlag
    ) throws(PhotoError) -> (output: Line, end: Termination) {
        let logger = Logger(label: "picker.backend.\(path)")
        let written = ProcessOutput.start {
            logger.warning("\(path) wrote: \($0)")
        } flood: {
            flooded.cancel()
        }
        defer { written?.finish(milliseconds: 1000) }
        var launch = launch(of: path)
        do throws(SystemError) {
            var pipe = try Pipe()
            launch.descriptors = [
                1: pipe.writing, 2: written?.writing, WorkerService.pluginDescriptor: copy?.file.descriptor,
            ].compactMapValues(\.self)
            let child = try launch.start()
            pipe.closeWriting()
            written?.isGiven()
            let line = Line(pipe.reading.borrowed, milliseconds: milliseconds)
            // The whole group; a child that is already ending, because it crashed for example, is not disturbed.
            child.sendToGroup(.kill)
            return (line, child.wait())
        } catch {
            throw PhotoError(.io, "\(executable) cannot be started: \(error)", systemErrno: error.code)
        }
    }

    private func launch(of path: String) -> ProcessLaunch {
        var launch = ProcessLaunch(
            executable: executable, arguments: task + [path] + (isConfined ? [ProbeCommand.confined] : []))
        launch.hasOwnGroup = true
        // A crash is an answer here, so Swift's report of it is switched off.
        launch.environmentChanges = ["SWIFT_BACKTRACE": "enable=no"]
        // It has no folder of its own, and is to write nowhere else.
        if isConfined {
            for name in ["TMPDIR", "SQLITE_TMPDIR"] { launch.environmentChanges.updateValue(nil, forKey: name) }
        }
        return launch
    }

    /// The line with which a child answers.
    private struct Line {
        /// Bytes at most.
        private static let limit = 1 << 20

        var bytes: [UInt8] = []
        var timedOut = false
        var isTooLong: Bool { bytes.count > Self.limit }

        /// Reads one line; shorter when the child closes its output or the time is over before.
        ///
        /// A child that goes on after its line is not waited for, nor is one that it started and that keeps the output.
        init(_ output: Descriptor, milliseconds: Int32) {
            let end = MonotonicTime.now + UInt64(milliseconds) * 1_000_000
            while true {
                let readiness = output.waitUntilReadable(deadline: end)
                timedOut = readiness == .timedOut
                guard readiness == .ready, let read = try? output.read(count: 4096), !read.isEmpty else { return }
                bytes += read
                if bytes.last == UInt8(ascii: "\n") { return }
                if isTooLong { return }
            }
        }
    }
}

/// What `picker-helper probe` runs: tries one plugin and reports on a descriptor that the plugin cannot reach by
/// writing to its standard streams.
public enum ProbeCommand {
    /// The argument after the plugin's path that says that the plugin is confined.
    public static let confined = "confined"

    /// Tries the plugin and ends the process.
    ///
    /// - Parameters:
    ///   - plugin: the path of the plugin's file.
    ///   - isConfined: whether it is confined as in a worker.
    public static func run(plugin: String, isConfined: Bool = false) -> Never {
        let path = loadedPath(of: plugin)
        guard let channel = try? Descriptor.standardOutput.duplicate() else { CurrentProcess.exitAtOnce(71) }
        try? Descriptor.standardError.replace(.standardOutput)
        let notes = ProbeNotes.start()
        var report = ProbeReport { () throws(PhotoError) in
            if isConfined, let reason = Confinement.restrict(plugin: plugin) {
                throw PhotoError(
                    .unsupported,
                    "\(plugin): what tries it cannot be confined (\(reason)): it runs without that when the settings have "
                        + "\"confinement\": \"optional\"")
            }
            do throws(PhotoError) {
                return try LoadedBackend(path: path, shownPath: plugin)
            } catch {
                throw error.naming(plugin, insteadOf: path)
            }
        }
        report.notes = notes.taken
        let line = report.line()
        try? channel.borrowed.write(line)
        // Exit without running the plugin's destructors: what they do is no business of this report.
        CurrentProcess.exitAtOnce(0)
    }

    /// What is loaded: the copy that the host passed, or else what is at the plugin's path. Asked before the process opens
    /// descriptors of its own.
    private static func loadedPath(of plugin: String) -> String {
        let copy = Descriptor(WorkerService.pluginDescriptor)
        guard copy.sealedMemory != nil else { return plugin }
        copy.closeOnExec()
        return "/proc/self/fd/\(copy.number)"
    }
}
