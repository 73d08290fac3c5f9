internal import FoundationEssentials
internal import PhotoModel
internal import Platform

extension ConformanceRun {
    /// Runs one check in folders of its own; a sequence that fails is shrunk.
    func outcome(
        of check: Check, _ folder: String, fixtures: String, _ stop: RunEnd
    ) -> CheckOutcome {
        let attempt = Attempt(check: check, folder: folder, fixtures: fixtures)
        let (outcome, place) = play(attempt, sequence?.steps, silence: silence.usual, stop)
        guard let count = check.callCount, [.failed, .crashed, .timedOut].contains(outcome.verdict) else {
            return weighed(outcome, check)
        }
        if let sequence {
            var again = outcome
            again.reproduction = Reproduction(sequence, plugin: plugin, found: outcome)
            return weighed(again, check)
        }
        guard shrinkingTries > 0, !endsAtFirst else { return weighed(outcome, check) }
        let steps = SequenceGenerator.steps(seed: seed, count: count)
        let made = CallSequence(check: check.id, seed: seed, steps: steps)
        let silence = outcome.verdict == .timedOut ? silence.shrinking : silence.usual
        let found = shrunk(outcome, place, made, stop: stop) {
            play(attempt, $0, silence: silence, stop)
        }
        return weighed(found, check)
    }

    /// A check with the folders that its process gets.
    private struct Attempt {
        let check: Check
        let folder: String
        let fixtures: String
    }

    /// Runs the check in a process, and answers its outcome and the place that its sequence came to.
    ///
    /// - Parameters:
    ///   - steps: nil: those that the check makes up.
    ///   - silence: the longest time without a record, in seconds.
    private func play(
        _ attempt: Attempt, _ steps: [SequenceStep]?, silence: Double, _ stop: RunEnd
    ) -> (CheckOutcome, Int?) {
        let check = attempt.check
        defer { removeTree(attempt.folder) }
        do throws(CheckStop) {
            try Files.makeOwnFolder(BytePath(attempt.folder))
            var order = order(for: check, attempt.folder, attempt.fixtures)
            if let steps, check.callCount != nil {
                let file = BytePath("\(attempt.folder)/sequence.json")
                let sequence = CallSequence(check: check.id, seed: seed, steps: steps)
                try Files.write(Array(sequence.json.utf8), to: file)
                order.sequence = file.description
            }
            let environment = Self.environment(home: attempt.folder, watchesHeap: check.watchesHeap)
            let child = try CheckProcess(executable: executable, order: order, environment: environment)
            var watchdog = CheckWatchdog(
                token: order.token, timeScale: timeScale, silence: silence, wall: check.seconds)
            var outcome = watchdog.follow(child, id: check.id, stop: stop)
            Strays.end(of: attempt.folder)
            outcome.shorten(attempt.folder)
            outcome.pictures = FindingPictures.read(from: BytePath(attempt.folder))
            return (outcome, watchdog.place)
        } catch {
            return (CheckOutcome(id: check.id, verdict: .harnessError, message: "\(error)"), nil)
        }
    }

    private func weighed(_ outcome: CheckOutcome, _ check: Check) -> CheckOutcome {
        var outcome = outcome
        if outcome.verdict == .failed, check.severity == .should, !isShouldFatal { outcome.verdict = .warning }
        if outcome.isBad { outcome.waiver = waivers.first { $0.check == check.id }?.reason }
        return outcome
    }

    private func order(for check: Check, _ folder: String, _ fixtures: String) -> CheckOrder {
        var order = CheckOrder(
            check: check.id, plugin: plugin, folder: folder, fixtures: fixtures, seed: seed, timeScale: timeScale,
            token: "\(UInt64.random(in: .min ... .max)) ",
            limitsMemory: Environment.value(of: "ASAN_OPTIONS") == nil)
        order.seconds = check.seconds
        order.isIsolated = isIsolated
        order.runner = CurrentProcess.identifier
        order.fixtureCommand = fixtureCommand
        order.fixtureFolder = fixtureCommand.map { _ in FileManager.default.currentDirectoryPath }
        return order
    }

    /// Nothing of the user's but where libraries and programs are, and how a sanitizer reports. What malloc gives is
    /// filled with a pattern first, so that memory which is never written shows; and what is freed counts as free at once.
    private static func environment(home: String, watchesHeap: Bool) -> [String: String] {
        let kept = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        var variables = [
            "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no",
            "GLIBC_TUNABLES": "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0",
        ]
        for name in kept { variables[name] = Environment.value(of: name) }
        if watchesHeap, variables["ASAN_OPTIONS"] == nil { HeapWatch.add(to: &variables) }
        return variables
    }
}
