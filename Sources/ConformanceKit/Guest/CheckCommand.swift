#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// What `picker-conformance-child` runs: one check, told by its argument. Ends the process.
public enum CheckCommand {
    /// The exit code for an argument that is no order.
    static let brokenOrder: Int32 = 64

    public static func run(arguments: [String]) -> Never {
        guard arguments.count == 2, let order = CheckOrder(json: arguments[1]) else { _exit(brokenOrder) }
        if order.check.hasPrefix(Rerun.listing) { list(order) }
        guard let check = CheckRegistry.check(order.check) else { _exit(brokenOrder) }
        _ = fcntl(CheckProcess.recordDescriptor, F_SETFD, FD_CLOEXEC)
        _ = chdir(order.folder)
        limitResources(order)
        let steps = StepWriter(descriptor: CheckProcess.recordDescriptor, token: order.token)
        steps.write(CheckRecord(.begin, check.id))
        steps.write(record(of: check, Trial(order: order, steps: steps)))
        // Without destructors and exit handlers: those of the plugin are no business of this check.
        _exit(0)
    }

    /// What another process of a check asks for; see `Rerun`.
    private static func list(_ order: CheckOrder) -> Never {
        // Its own end of the pipe was closed by exec: steps go nowhere.
        let trial = Trial(order: order, steps: StepWriter(descriptor: -1, token: order.token))
        let file = BytePath(String(order.check.dropFirst(Rerun.listing.count + 1)))
        do throws(CheckStop) {
            try Rerun.list(trial, to: file)
            _exit(0)
        } catch {
            _exit(1)
        }
    }

    private static func record(of check: Check, _ trial: Trial) -> CheckRecord {
        do throws(CheckStop) {
            if let reason = WorkerScope.reason(toSkip: check, in: trial.order) { throw .notApplicable(reason) }
            try require(check.needs, trial)
            try check.body(trial)
            guard !Sanitizer.findsLeaks() else {
                return CheckRecord(.end, "memory was lost: LeakSanitizer tells where it came from", verdict: .failed)
            }
            return CheckRecord(.end, verdict: .passed)
        } catch {
            switch error {
            case .failed(let message): return CheckRecord(.end, message, verdict: .failed)
            case .notApplicable(let reason): return CheckRecord(.end, reason, verdict: .skipped)
            case .notPossibleHere(let reason): return CheckRecord(.end, reason, verdict: .skipped, isIncomplete: true)
            case .harness(let message): return CheckRecord(.end, message, verdict: .harnessError)
            }
        }
    }

    private static func require(_ needs: [Need], _ trial: Trial) throws(CheckStop) {
        guard !needs.isEmpty else { return }
        let info = try trial.info()
        for need in needs {
            if let reason = need.unmet(by: info) { throw .notApplicable(reason) }
        }
    }

    /// Keeps a plugin that runs wild from taking the machine with it.
    private static func limitResources(_ order: CheckOrder) {
        limit(RLIMIT_CORE, 0)
        limit(RLIMIT_FSIZE, 1 << 30)
        limit(__RLIMIT_NPROC, 4096)
        limit(RLIMIT_CPU, UInt(max(60, 2 * order.seconds * order.timeScale)))
        // A sanitizer maps terabytes.
        if order.limitsMemory, !Sanitizer.isThere { limit(RLIMIT_DATA, 4 << 30) }
    }

    private static func limit(_ resource: __rlimit_resource, _ value: UInt) {
        var limits = rlimit()
        getrlimit(__rlimit_resource_t(resource.rawValue), &limits)
        limits.rlim_cur = min(value, limits.rlim_max)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
    }
}
