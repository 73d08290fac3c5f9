internal import PhotoModel

extension ConformanceRun {
    /// For how many seconds shorter sequences are tried, on a machine of usual speed.
    private static let seconds = 120.0

    /// How a sequence failed: what must come of a shorter one for it to be the same failure.
    private struct Failure: Equatable {
        let verdict: Verdict
        /// The name of the call; empty before the first one, and after the last.
        let call: String

        init(_ outcome: CheckOutcome, _ place: Int?, _ steps: [SequenceStep]) {
            verdict = outcome.verdict
            call = place.map { steps.indices.contains($0) ? steps[$0].call.name : "" } ?? ""
        }
    }

    /// The outcome of a check whose sequence failed, with the shortest sequence found that fails in the same way.
    ///
    /// - Parameters:
    ///   - place: the index of the step at which it failed; nil: before the first one.
    ///   - play: plays a sequence in a process of its own.
    func shrunk(
        _ outcome: CheckOutcome, _ place: Int?, _ sequence: CallSequence, stop: RunEnd,
        play: ([SequenceStep]) -> (CheckOutcome, Int?)
    ) -> CheckOutcome {
        let failure = Failure(outcome, place, sequence.steps)
        let end = Clock.now + UInt64(Self.seconds * 1e9 * timeScale)
        var last = outcome
        // What comes after the failure cannot have caused it.
        let steps = Array(sequence.steps.prefix(place.map { $0 + 1 } ?? 0))
        var shrinker = SequenceShrinker(tries: shrinkingTries)
        let short = shrinker.shrink(steps) { steps in
            guard Clock.now < end, !stop.isCancelled else { return false }
            let (found, place) = play(steps)
            guard Failure(found, place, steps) == failure else { return false }
            last = found
            return true
        }
        var shrunk = last
        shrunk.milliseconds = outcome.milliseconds
        shrunk.reproduction = Reproduction(
            CallSequence(check: outcome.id, seed: sequence.seed, steps: short), plugin: plugin, found: last)
        return shrunk
    }
}
