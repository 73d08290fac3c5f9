internal import BackendWorker
internal import Cryptography
internal import Imaging
public import PhotoModel
internal import Platform

/// Runs checks over one plugin. This process never loads the plugin.
public struct ConformanceRun: Sendable {
    /// Absolute path of the plugin, without symbolic links.
    public var plugin: String
    /// The last level whose checks are run.
    public var level = Level.core
    /// A text that the ids of the checks to run contain; nil: all of the level.
    public var filter: String?
    /// The ids of the checks to run among those that level and filter select; nil: all of them.
    public var only: Set<String>?
    /// Whether `should` checks count like `must` checks.
    public var isShouldFatal = false
    /// Failures that do not count.
    public var waivers: [Waiver] = []
    /// The factor by which all time limits are multiplied, for slow machines.
    public var timeScale = 1.0
    /// The seed from which the fixture library and random sequences are made.
    public var seed: UInt64 = 1
    /// How many checks run at a time.
    public var jobs: Int
    /// Whether the run ends with the first check that counts against the plugin; the others are not run, or are killed.
    public var endsAtFirst = false
    /// A folder that `writeFixtures` filled with the seed of this run, which several runs may share. Nil: the run writes its
    /// own and removes it afterwards.
    public var fixtures: String?
    /// For a plugin whose libraries are not folders: a shell command that is given a folder of photos, puts them into such a
    /// library, and prints where that is; see docs/conformance.md. Nil when libraries are folders.
    public var fixtureCommand: String?
    /// Whether the checks call the plugin through a worker, as a host that isolates plugins does.
    public private(set) var isIsolated = false
    /// What is played instead of a sequence that is made from the seed.
    var sequence: CallSequence?
    /// How long the process of a check may be silent.
    var silence = Silence()
    /// How many shorter sequences are tried when one fails.
    var shrinkingTries = 200
    let executable: String

    /// - Parameter executable: the path of `picker-helper`; nil: that of this installation or build tree.
    /// - Throws: `UsageError` when the file cannot be a plugin, or the executable is missing.
    public init(plugin: String, executable: String? = nil) throws(UsageError) {
        guard let found = executable ?? HelperProgram.path else {
            throw UsageError("picker-helper is not installed beside this program")
        }
        self.plugin = try Self.pluginFile(plugin)
        self.executable = found
        jobs = max(1, min(4, processorCount()))
    }

    /// Plays one sequence and nothing else: that of a file which a run wrote, such as a reproducer in C.
    ///
    /// - Throws: `UsageError` when the file has none.
    public mutating func reproduce(_ file: String) throws(UsageError) {
        let sequence = try CallSequence(file: file)
        self.sequence = sequence
        seed = sequence.seed
        level = .stress
        filter = nil
        only = [sequence.check]
    }

    /// Plays the sequences of a seed again, and nothing else.
    public mutating func reproduce(seed: UInt64) {
        self.seed = seed
        level = .stress
        filter = nil
        only = Set(CheckRegistry.all.filter { $0.callCount != nil }.map(\.id))
    }

    /// Writes the photos that checks get a copy of: `library`, `hostile`, and `outside`, where links lead to.
    ///
    /// - Parameter folder: made if it does not exist.
    /// - Throws: `UsageError` when it cannot be written.
    public static func writeFixtures(to folder: String, seed: UInt64) throws(UsageError) {
        do throws(CheckStop) {
            try FixtureWriter(folder: BytePath(folder), fixtures: FixtureLibrary(seed: seed)).write()
        } catch {
            throw UsageError("the fixtures cannot be written to \(folder): \(error)")
        }
    }

    /// The checks that this run will make.
    ///
    /// - Throws: `UsageError` when there are none.
    public func checks() throws(UsageError) -> [Check] {
        let checks = try CheckRegistry.checks(upTo: level, filter: filter).filter { only?.contains($0.id) ?? true }
        guard !checks.isEmpty else { throw UsageError("none of the selected checks is of level \(level.rawValue)") }
        return checks
    }

    /// Runs the checks and returns their outcomes in the order of the registry. Blocks.
    ///
    /// - Parameters:
    ///   - stop: when it is cancelled, checks in flight are killed and left out.
    ///   - progress: called with each outcome as it comes, one at a time, on any thread.
    /// - Throws: `UsageError` when no check is selected, there is no place for fixtures, or the plugin was replaced meanwhile.
    public func run(
        stop: CancellationFlag = CancellationFlag(),
        progress: @escaping @Sendable (CheckOutcome) -> Void = { _ in }
    ) throws(UsageError) -> ConformanceReport {
        let checks = try checks()
        guard let digest = SHA256Digest(fileAt: plugin) else { throw UsageError("\(plugin): it cannot be read") }
        let scratch = try scratchFolder()
        let fixtures = fixtures ?? "\(scratch.path)/fixtures"
        if self.fixtures == nil { try Self.writeFixtures(to: fixtures, seed: seed) }
        let outcomes = runAll(checks, scratch, fixtures: fixtures, stop, progress)
        // A report is about one file: of one that was built again meanwhile, each check had this one or that one.
        guard SHA256Digest(fileAt: plugin)?.hexadecimal == digest.hexadecimal else {
            throw UsageError("\(plugin): it was replaced or changed while it was checked; run the checks again")
        }
        var report = ConformanceReport(
            kitVersion: CheckRegistry.version, plugin: plugin, sha256: digest.hexadecimal, level: level,
            filter: filter ?? only.map { $0.sorted().joined(separator: " ") },
            isolation: isIsolated ? "worker" : nil,
            verdict: RunVerdict(outcomes), checks: outcomes)
        if outcomes.count < checks.count, !stop.isCancelled { report.notRun = checks.count - outcomes.count }
        if endsAtFirst, report.notRun != nil { report.endedAtFirst = true }
        return report
    }

    private func runAll(
        _ checks: [Check], _ scratch: ScratchFolder, fixtures: String, _ stop: CancellationFlag,
        _ progress: @escaping @Sendable (CheckOutcome) -> Void
    ) -> [CheckOutcome] {
        Strays.adopt()
        let outcomes = Mutex([Int: CheckOutcome]())
        let end = RunEnd(asked: stop)
        let run = { @Sendable (index: Int) in
            let outcome = outcome(of: checks[index], "\(scratch.path)/\(index)", fixtures: fixtures, end)
            outcomes.withLock {
                if end.isCancelled { return }
                $0[index] = outcome
                if endsAtFirst, outcome.isBad { end.found.cancel() }
                progress(outcome)
            }
        }
        let gate = RunGate.indices(of: checks)
        var isShut = false
        for index in gate where !isShut && !end.isCancelled {
            run(index)
            isShut = outcomes.withLock { $0[index]?.isBad ?? false }
        }
        let rest = isShut ? [] : checks.indices.filter { !gate.contains($0) }
        let next = Atomic(0)
        Threads.run(min(jobs, rest.count)) { _ in
            while true {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < rest.count, !end.isCancelled else { return }
                run(rest[place])
            }
        }
        return checks.indices.compactMap { index in outcomes.withLock { $0[index] } }
    }
}

/// Says whether a run goes on: it ends when its caller cancels it, and after the first finding if it is meant to end there.
struct RunEnd: Sendable {
    let asked: CancellationFlag
    let found = CancellationFlag()

    var isCancelled: Bool { asked.isCancelled || found.isCancelled }
}

extension ConformanceRun {
    /// The longest time without a record from the process of a check, in seconds on a machine of usual speed.
    struct Silence: Sendable {
        var usual = 15.0
        /// While a sequence that hangs is shrunk: it is waited for at each try.
        var shrinking = 3.0
    }

    /// Runs the plugin in workers from now on.
    public mutating func isolate() { isIsolated = true }

    private static func pluginFile(_ path: String) throws(UsageError) -> String {
        let canonical: String
        do throws(SystemError) {
            canonical = try canonicalPath(path)
        } catch {
            throw UsageError("\(path): \(error)")
        }
        guard (try? FileStatus(path: canonical).kind) == .file else { throw UsageError("\(path): not a file") }
        guard readingError(canonical) == nil else { throw UsageError("\(path): it cannot be read") }
        return canonical
    }

    /// A folder for one run: in memory where there is room, because each check has a library of its own, but not for what takes
    /// minutes and makes thousands of files. Those of runs that were killed are removed.
    private func scratchFolder() throws(UsageError) -> ScratchFolder {
        let memory = level == .stress ? nil : MemoryFolder.path(room: 2 << 30)
        let parent = memory ?? ScratchFolder.parent
        do throws(SystemError) {
            return try ScratchFolder(prefix: "picker-conformance", in: parent)
        } catch {
            throw UsageError("\(parent): no folder for the run: \(error)")
        }
    }
}
