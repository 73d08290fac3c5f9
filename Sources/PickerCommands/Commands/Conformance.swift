public import ArgumentParser
public import ConformanceKit
internal import Platform

struct Conformance: LibraryCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check whether a backend plugin keeps the rules of the backend ABI.",
        discussion: """
            Every check runs in a process of its own; a plugin that crashes or hangs is reported as such. The last line has the \
            verdict. Exit codes: 0 conformant; 1 a rule is broken; 2 wrong usage, or the kit failed; 3 a crash or a hang; \
            4 this machine cannot run every check.
            """)

    @Argument(help: "The plugin: a shared library.", completion: .file())
    var plugin: String?
    @Option(help: "How many checks: core, full or stress.")
    var level = Level.core
    @Option(help: "Only checks with this text in their id.")
    var filter: String?
    @Option(help: "Which rules count besides MUST: should.")
    var fatal: Severity?
    @Option(
        help: ArgumentHelp("Known failures: a JSON array of {check, reason, expires}.", valueName: "file"),
        completion: .file())
    var waivers: String?
    @Option(help: "How it is printed: human, jsonl, junit, tap or html.")
    var format = ReportFormat.human
    @Option(
        help: ArgumentHelp("Also write the verdict with the plugin's SHA-256, as JSON.", valueName: "file"),
        completion: .file())
    var report: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Multiply limits of time, for slow machines.", valueName: "factor"))
    var timeoutScale = 1.0
    @Option(help: "Where the plugin runs: in-process, in the process of each check; or worker, beside it.")
    var isolation = Isolation.inProcess
    @Option(parsing: .unconditional, help: "Checks at a time.")
    var jobs: Int?
    @Flag(help: "End with the first check that fails: quick, when all that matters is whether one does.")
    var failFast = false
    @Option(parsing: .unconditional, help: "The seed of the kit's photos and sequences.")
    var seed: UInt64 = 1
    @Flag(help: "Print the checks and run none.")
    var list = false
    @Flag(help: "With --list: as one JSON document.")
    var json = false
    @Option(help: ArgumentHelp("Explain what a check means and how to fix what it finds.", valueName: "id"))
    var explain: String?
    @Option(
        help: ArgumentHelp(
            "Repeat a sequence of calls: that of a C reproducer, or those of a seed.", valueName: "file|seed"),
        completion: .file())
    var reproduce: String?
    @Option(
        help: ArgumentHelp("Write the kit's photos into a folder, and run nothing.", valueName: "folder"),
        completion: .directory)
    var fixtures: String?
    @Option(
        help: ArgumentHelp(
            "For plugins whose libraries are no folders: shows a folder of photos as one; see docs/conformance.md.",
            valueName: "command"))
    var fixture: String?
    @Flag(help: "No progress.")
    var quiet = false

    func execute() async throws -> ExitStatus {
        do throws(UsageError) {
            if let explain { return try explanation(of: explain) }
            if list { return try listing() }
            if let fixtures {
                try ConformanceRun.writeFixtures(to: fixtures, seed: seed)
                return .done
            }
        } catch {
            fail(error)
        }
        return try await check()
    }

    private func explanation(of id: String) throws(UsageError) -> ExitStatus {
        guard let check = CheckRegistry.check(id) else { throw UsageError("there is no check \(id); see --list") }
        StandardOutput.shared.write(CheckListing.explanation(check))
        return .done
    }

    private func listing() throws(UsageError) -> ExitStatus {
        let checks = try CheckRegistry.checks(upTo: level, filter: filter)
        StandardOutput.shared.write(json ? CheckListing.json(checks) : CheckListing.text(checks))
        return .done
    }

    private func check() async throws -> ExitStatus {
        let run: ConformanceRun
        let count: Int
        do throws(UsageError) {
            run = try preparedRun()
            count = try run.checks().count
        } catch {
            fail(error)
        }
        let progress = ProgressLine("checking", unit: "checks", quiet: quiet)
        defer { progress.finish() }
        let finished = Counter()
        let result: ConformanceReport
        do throws(UsageError) {
            result = try await run.report { _ in progress.update(finished.next(), of: count) }
        } catch {
            fail(error)
        }
        progress.finish()
        try Task.checkCancellation()
        return try finish(result)
    }

    private func preparedRun() throws(UsageError) -> ConformanceRun {
        guard let plugin else { throw UsageError("name a plugin, or use --list") }
        guard timeoutScale > 0, timeoutScale <= 1000 else {
            throw UsageError("--timeout-scale must be above 0, and 1000 at most")
        }
        if let jobs, !(1...1024).contains(jobs) { throw UsageError("--jobs must be 1 to 1024") }
        var run = try ConformanceRun(plugin: plugin)
        run.level = level
        run.filter = filter
        run.isShouldFatal = fatal == .should
        run.timeScale = timeoutScale
        run.seed = seed
        run.jobs = jobs ?? run.jobs
        run.endsAtFirst = failFast
        if isolation == .worker { run.isolate() }
        run.fixtureCommand = fixture
        if let reproduce { try repeated(reproduce, &run) }
        if let waivers { run.waivers = try Waiver.read(waivers, today: CivilDay.today) }
        return run
    }

    /// Repeats the calls of a seed or of a C reproducer. A number is a seed, unless a file has that name.
    private func repeated(_ reproduce: String, _ run: inout ConformanceRun) throws(UsageError) {
        if let seed = UInt64(reproduce), !exists(reproduce) {
            run.reproduce(seed: seed)
        } else {
            try run.reproduce(reproduce)
        }
    }

    /// Prints an error and ends the process. This command's exit code for wrong usage differs from that of other commands.
    func fail(_ error: UsageError) -> Never {
        StandardError.line("picker: \(TextFormat.oneLine(error.description))")
        ProcessRun.exit(RunVerdict.harnessError.rawValue)
    }
}

extension Level: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}

/// Counts from 1, on any thread.
private final class Counter: Sendable {
    private let count = Atomic(0)
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
