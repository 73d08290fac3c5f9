internal import BackendWorker
internal import PhotoModel
internal import Platform

/// What `picker-helper check` runs: one check, named by its argument. Ends the process.
public enum CheckCommand {
    /// Runs the check that is ordered, and ends the process.
    ///
    /// - Parameter json: the order, as the parent wrote it. An invalid one ends the process with the exit code of wrong
    ///   usage.
    public static func run(order json: String) -> Never {
        guard let order = CheckOrder(json: json) else { CurrentProcess.exitAtOnce(HelperProgram.usageExit) }
        // What the plugin could pretend to be the kit with: a hurdle, no wall (docs/conformance.md, "What a report is worth").
        CurrentProcess.hideArguments()
        if order.check.hasPrefix(Rerun.listing) { list(order) }
        // Killed with the runner, however that ends; and what leaves the group of the check comes back to it.
        guard CurrentProcess.endWith(parent: order.runner) else { CurrentProcess.exitAtOnce(1) }
        CurrentProcess.adoptOrphans()
        guard let check = CheckRegistry.check(order.check) else { CurrentProcess.exitAtOnce(HelperProgram.usageExit) }
        let records = recordPipe()
        try? CurrentProcess.setWorkingFolder(order.folder)
        limitResources(order)
        let steps = StepWriter(records: records, token: order.token)
        steps.write(CheckRecord(.begin, check.id))
        steps.write(record(of: check, CheckContext(order: order, steps: steps)))
        // Without destructors and exit handlers: those of the plugin are no business of this check.
        CurrentProcess.exitAtOnce(steps.hasLostRecords ? cutOffExit : 0)
    }

    /// The exit code of a check that could not say how it ended.
    static let cutOffExit: Int32 = 113

    /// The pipe for records, at a number that no other check has it at.
    private static func recordPipe() -> Descriptor {
        let given = Descriptor(CheckProcess.recordDescriptor)
        guard let copy = try? given.duplicate(minimum: Int32.random(in: 100...200)) else { return given }
        // Closes the number that it was given under.
        _ = OwnedDescriptor(given.number)
        return Descriptor(copy.take())
    }

    /// What another process of a check asks for; see `Rerun`.
    private static func list(_ order: CheckOrder) -> Never {
        // The pipe for records is that of the process that asks: steps go nowhere.
        let context = CheckContext(order: order, steps: StepWriter(records: nil, token: order.token))
        let file = BytePath(String(order.check.dropFirst(Rerun.listing.count + 1)))
        do throws(CheckStop) {
            try Rerun.list(context, to: file)
            CurrentProcess.exitAtOnce(0)
        } catch {
            CurrentProcess.exitAtOnce(1)
        }
    }

    private static func record(of check: Check, _ context: CheckContext) -> CheckRecord {
        do throws(CheckStop) {
            if let reason = WorkerScope.reason(toSkip: check, in: context.order) { throw .notApplicable(reason) }
            if let reason = FixtureScope.reason(toSkip: check, in: context.order) { throw .notApplicable(reason) }
            try require(check.requirements, context)
            try check.body(context)
            guard !AddressSanitizer.findsLeaks() else {
                return CheckRecord(
                    .end, "memory was lost: LeakSanitizer reports where it was allocated", verdict: .failed)
            }
            return CheckRecord(.end, verdict: .passed)
        } catch {
            var stop = error
            if case .failed = error, let failure = context.fixtureFailure { stop = failure }
            if case .failed = error, let excuse = excuse(check, context) { stop = excuse }
            switch stop {
            case .failed(let message):
                var record = CheckRecord(.end, message, verdict: .failed)
                record.step = FailurePlace.step(of: message)
                return record
            case .notApplicable(let reason): return CheckRecord(.end, reason, verdict: .skipped)
            case .notPossibleHere(let reason): return CheckRecord(.end, reason, verdict: .skipped, isIncomplete: true)
            case .harness(let message): return CheckRecord(.end, message, verdict: .harnessError)
            }
        }
    }

    /// Why a check that failed says nothing about the plugin; nil: it does.
    private static func excuse(_ check: Check, _ context: CheckContext) -> CheckStop? {
        if let scheme = context.refusedScheme {
            return .notPossibleHere(
                "its libraries are at addresses, \(scheme)://…, and the kit was given no --fixture COMMAND that makes one"
            )
        }
        let missing = context.missing(
            of: check.requirements.reduce(into: BackendCapabilities()) { $0.formUnion($1.capabilities) })
        guard !missing.isEmpty, let declared = try? context.info().capabilities else { return nil }
        let lacking = check.requirements.reduce(into: BackendCapabilities()) { lacking, requirement in
            lacking.formUnion(requirement.lacking(missing, of: declared))
        }
        return lacking.isEmpty
            ? nil : .notApplicable("its library says that it lacks \(lacking.names.joined(separator: ", "))")
    }

    private static func require(_ requirements: [Requirement], _ context: CheckContext) throws(CheckStop) {
        guard !requirements.isEmpty else { return }
        let info = try context.info()
        for requirement in requirements {
            if let reason = requirement.unmet(by: info) { throw .notApplicable(reason) }
        }
    }

    /// Keeps a plugin that runs wild from taking the machine with it.
    private static func limitResources(_ order: CheckOrder) {
        var limits: [LimitedResource: UInt64] = [
            .coreBytes: 0, .fileBytes: 1 << 30, .processes: 4096,
            .processorSeconds: UInt64(max(60, 2 * order.seconds * order.timeScale)),
        ]
        // A sanitizer maps terabytes.
        if order.limitsMemory, !AddressSanitizer.isThere { limits[.dataBytes] = 4 << 30 }
        for (resource, limit) in limits { try? resource.setCurrentLimit(limit) }
    }
}

/// Which checks mean something when the plugin is in a worker, and which look into the process of the check, where it is
/// not then.
enum WorkerScope {
    /// Whole categories.
    private static let categories: Set = ["guest"]
    /// Checks that look for what the plugin does to the process, or do something to the process for the plugin to see.
    private static let identifiers: Set = [
        "lifecycle.probe-without-effects", "hostile.unreadable-folder", "hostile.unreadable-file",
        "resources.within-memory", "write.read-only",
    ]

    /// Nil when the check is to be run.
    static func reason(toSkip check: Check, in order: CheckOrder) -> String? {
        guard order.isIsolated else { return nil }
        guard categories.contains(check.category) || identifiers.contains(check.id) else { return nil }
        return "it is about the process of the plugin, which is another one in a worker"
    }
}

/// Which checks mean something when libraries are no folders, and which are about the files of one: paths, permissions, links,
/// and files that a check writes while a library is open.
enum FixtureScope {
    /// Whole categories.
    private static let categories: Set = ["changes", "hostile", "index", "swap", "video", "write"]
    private static let identifiers: Set = [
        "lifecycle.open-missing", "lifecycle.open-file", "library.identifier-recipe", "library.raw-names",
        "library.stays-inside", "library.odd-names", "library.odd-roots", "library.times", "library.diagnostics",
        "library.written", "library.long-texts", "library.camera", "library.albums-of-kinds", "library.stacks",
        "library.subtypes",
        "library.name-dates", "library.other-suffix", "library.empty-files",
        "fetch.any-names", "fetch.paths", "data.version", "data.one-version", "data.replaced", "data.long-read",
        "data.over-4-gib",
        "data.in-its-place", "data.archives", "data.motion-photos", "images.one-version", "images.after-change",
        "images.alpha", "images.quick-frames", "images.turned-crops", "images.profiles",
        "images.other-formats",
        "heif.image", "heif.items",
        "faults.full-library", "performance.open", "stress.changes", "isolation.same-results",
        // What files are decoded to is the host's affair, and so are the limits of that.
        "images.every-pixel", "images.limits", "images.short-of-memory-limit",
    ]

    /// Nil when the check is to be run.
    static func reason(toSkip check: Check, in order: CheckOrder) -> String? {
        guard order.fixtureCommand != nil else {
            return check.category == "network" ? "it is about a server, and this library is a folder" : nil
        }
        guard categories.contains(check.category) || identifiers.contains(check.id) else { return nil }
        return "it is about the files of a folder, which this library is not"
    }
}
