#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension ConformanceRun {
    /// Runs one check in folders of its own; a sequence that fails is shrunk.
    func outcome(
        of check: Check, _ folder: String, gallery: String, _ shouldStop: () -> Bool
    ) -> CheckOutcome {
        let attempt = Attempt(check: check, folder: folder, gallery: gallery)
        let (outcome, place) = play(attempt, sequence?.steps, quiet: nil, shouldStop)
        guard let count = check.callCount, [.failed, .crashed, .timedOut].contains(outcome.verdict) else {
            return weighed(outcome, check)
        }
        if let sequence {
            var again = outcome
            again.reproduction = Reproduction(sequence, plugin: plugin, found: outcome)
            return weighed(again, check)
        }
        let steps = SequenceGenerator.steps(seed: seed, count: count)
        let made = CallSequence(check: check.id, seed: seed, steps: steps)
        // One that hangs is waited for at each try.
        let found = shrunk(outcome, place, made, shouldStop: shouldStop) {
            play(attempt, $0, quiet: outcome.verdict == .timedOut ? 3 : nil, shouldStop)
        }
        return weighed(found, check)
    }

    /// A check with the folders that its process gets.
    private struct Attempt {
        let check: Check
        let folder: String
        let gallery: String
    }

    /// Runs the check in a process, and answers its outcome and the place that its sequence came to.
    ///
    /// - Parameters:
    ///   - steps: nil: those that the check makes up.
    ///   - quiet: the longest time without a record, in seconds; nil: the usual.
    private func play(
        _ attempt: Attempt, _ steps: [SequenceStep]?, quiet: Double?, _ shouldStop: () -> Bool
    ) -> (CheckOutcome, Int?) {
        let check = attempt.check
        defer { ScratchFolder.remove(attempt.folder) }
        do throws(CheckStop) {
            try ScratchFolder.make(attempt.folder)
            var order = order(for: check, attempt.folder, attempt.gallery)
            if let steps, check.callCount != nil {
                let file = BytePath("\(attempt.folder)/sequence.json")
                let sequence = CallSequence(check: check.id, seed: seed, steps: steps)
                try Files.write(Array(sequence.json.utf8), to: file)
                order.sequence = file.description
            }
            let environment = Self.environment(home: attempt.folder)
            let child = try CheckProcess(executable: executable, order: order, environment: environment)
            var watch = CheckWatch(token: order.token, timeScale: timeScale, quiet: quiet ?? 15, wall: check.seconds)
            let outcome = watch.follow(child, id: check.id, shouldStop: shouldStop)
            return (outcome, watch.place)
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

    private func order(for check: Check, _ folder: String, _ gallery: String) -> CheckOrder {
        var order = CheckOrder(
            check: check.id, plugin: plugin, folder: folder, gallery: gallery, seed: seed, timeScale: timeScale,
            token: "\(UInt64.random(in: .min ... .max)) ", limitsMemory: getenv("ASAN_OPTIONS") == nil)
        order.seconds = check.seconds
        order.worker = Self.program("picker-worker")
        order.isIsolated = isIsolated
        return order
    }

    /// Nothing of the user's but where libraries and programs are, and how a sanitizer reports.
    private static func environment(home: String) -> [String] {
        let kept = ["PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"]
        let inherited = kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        return inherited + ["HOME=\(home)", "TMPDIR=\(home)", "LANG=C.UTF-8", "TZ=UTC", "SWIFT_BACKTRACE=enable=no"]
    }
}
