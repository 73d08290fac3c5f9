internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Runs checks over one plugin. This process never loads it.
public struct ConformanceRun: Sendable {
    public var plugin: String
    public var level = Level.core
    /// Part of the ids of the checks to run.
    public var filter: String?
    /// The ids of the checks to run, of those that level and filter select; nil: all of them.
    public var only: Set<String>?
    /// Whether `should` checks count like `must` checks.
    public var isShouldFatal = false
    public var waivers: [Waiver] = []
    /// What limits of time are multiplied with, for slow machines.
    public var timeScale = 1.0
    public var seed: UInt64 = 1
    /// Checks at a time.
    public var jobs: Int
    /// Whether the checks call the plugin through a worker, as a host that isolates does.
    public private(set) var isIsolated = false
    /// What is played instead of a sequence that is made from the seed.
    var sequence: CallSequence?
    let executable: String

    /// - Parameter executable: `picker-conformance-child`; nil: the one of this installation or build tree.
    /// - Throws: `UsageError` when the plugin is no file that could be one, or the executable is missing.
    public init(plugin: String, executable: String? = nil) throws(UsageError) {
        guard let found = executable ?? Self.standardExecutable else {
            throw UsageError("picker-conformance-child is not installed beside this program")
        }
        self.plugin = try Self.pluginFile(plugin)
        self.executable = found
        jobs = max(1, min(4, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// Plays one sequence, and nothing else: that of a file which a run wrote, a C reproducer for instance.
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

    /// Makes up the sequences of a seed again, and plays nothing else.
    public mutating func reproduce(seed: UInt64) {
        self.seed = seed
        level = .stress
        filter = nil
        only = Set(CheckRegistry.all.filter { $0.callCount != nil }.map(\.id))
    }

    /// Writes the photos that checks get a copy of: `library`, `hostile`, and `outside`, where links lead to.
    ///
    /// - Parameter folder: is made when it is not there.
    /// - Throws: `UsageError` when it cannot be written.
    public static func writeFixtures(to folder: String, seed: UInt64) throws(UsageError) {
        do throws(CheckStop) {
            try GalleryWriter(folder: BytePath(folder), gallery: Gallery(seed: seed)).write()
        } catch {
            throw UsageError("the fixtures cannot be written to \(folder): \(error)")
        }
    }

    /// The checks that this run has.
    ///
    /// - Throws: `UsageError` when there are none.
    public func checks() throws(UsageError) -> [Check] {
        let checks = try CheckRegistry.checks(upTo: level, filter: filter).filter { only?.contains($0.id) ?? true }
        guard !checks.isEmpty else { throw UsageError("none of the selected checks is of level \(level.rawValue)") }
        return checks
    }

    /// Runs the checks and answers their outcomes in the registry's order. Blocks.
    ///
    /// - Parameters:
    ///   - shouldStop: asked often, on any thread; when it says so, checks in flight are killed and left out.
    ///   - progress: hears each outcome as it comes, one at a time, on any thread.
    /// - Throws: `UsageError` when no check is selected or there is no place for fixtures.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        progress: @escaping @Sendable (CheckOutcome) -> Void = { _ in }
    ) throws(UsageError) -> ConformanceReport {
        let checks = try checks()
        let digest = try PluginDigest.sha256(plugin)
        let scratch = try ScratchFolder()
        try Self.writeFixtures(to: scratch.gallery, seed: seed)
        let outcomes = runAll(checks, scratch, shouldStop, progress)
        return ConformanceReport(
            kitVersion: CheckRegistry.version, plugin: plugin, sha256: digest, level: level,
            filter: filter ?? only.map { $0.sorted().joined(separator: " ") },
            isolation: isIsolated ? "worker" : nil,
            verdict: RunVerdict(outcomes), checks: outcomes)
    }

    private func runAll(
        _ checks: [Check], _ scratch: ScratchFolder, _ shouldStop: @escaping @Sendable () -> Bool,
        _ progress: @escaping @Sendable (CheckOutcome) -> Void
    ) -> [CheckOutcome] {
        let outcomes = Mutex([Int: CheckOutcome]())
        let next = Atomic(0)
        Threads.run(min(jobs, checks.count)) { _ in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < checks.count, !shouldStop() else { return }
                let folder = scratch.folder(for: index)
                let outcome = outcome(of: checks[index], folder, gallery: scratch.gallery, shouldStop)
                if shouldStop() { return }
                outcomes.withLock {
                    $0[index] = outcome
                    progress(outcome)
                }
            }
        }
        return checks.indices.compactMap { index in outcomes.withLock { $0[index] } }
    }
}

extension ConformanceRun {
    /// The helper of this installation or build tree; nil when there is none.
    static var standardExecutable: String? { program("picker-conformance-child") }

    /// Runs the plugin in workers from now on.
    ///
    /// - Throws: `UsageError` when there is no program for them.
    public mutating func isolate() throws(UsageError) {
        guard Self.program("picker-worker") != nil else {
            throw UsageError("picker-worker is not installed beside this program")
        }
        isIsolated = true
    }

    /// A program of this installation or build tree; nil when there is none.
    static func program(_ name: String) -> String? {
        guard let program = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(program) }
        let path = String(cString: program)
        let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        let places = ["\(folder)/\(name)", "\(folder)/../libexec/picker/\(name)"]
        return places.first { access($0, X_OK) == 0 }
    }

    private static func pluginFile(_ path: String) throws(UsageError) -> String {
        guard let resolved = realpath(path, nil) else {
            throw UsageError("\(path): \(String(cString: strerror(errno)))")
        }
        defer { free(resolved) }
        let canonical = String(cString: resolved)
        var information = stat()
        guard stat(canonical, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw UsageError("\(path): not a file")
        }
        guard access(canonical, R_OK) == 0 else { throw UsageError("\(path): it cannot be read") }
        return canonical
    }
}
