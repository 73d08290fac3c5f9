/// Finds a short sequence that fails like a long one: delta debugging (Zeller and Hildebrandt 2002), by complements.
struct SequenceShrinker {
    /// How often a sequence may still be tried.
    var tries: Int

    /// A part of `steps`, which are known to fail; no single step can be left out of it, unless `tries` ran out.
    ///
    /// - Parameter fails: whether a sequence fails in the way that is looked for.
    mutating func shrink(_ steps: [SequenceStep], _ fails: ([SequenceStep]) -> Bool) -> [SequenceStep] {
        var steps = steps
        var size = max(1, steps.count / 2)
        while tries > 0, !steps.isEmpty {
            let before = steps.count
            steps = without(parts: size, of: steps, fails)
            if size > 1 { size = max(1, size / 2) } else if steps.count == before { break }
        }
        return plain(steps, fails)
    }

    /// Leaves out each part of this size that is not needed.
    private mutating func without(
        parts size: Int, of steps: [SequenceStep], _ fails: ([SequenceStep]) -> Bool
    ) -> [SequenceStep] {
        var steps = steps
        // From the end: what comes last depends on most of what comes before.
        var end = steps.count
        while end > 0 {
            let start = max(0, end - size)
            var shorter = steps
            shorter.removeSubrange(start..<end)
            if isTried(shorter, fails) { steps = shorter }
            end = start
        }
        return steps
    }

    /// Takes away what accompanies the calls, and makes them plain, where neither is needed.
    private mutating func plain(_ steps: [SequenceStep], _ fails: ([SequenceStep]) -> Bool) -> [SequenceStep] {
        var steps = steps
        for index in steps.indices {
            replace(index, of: &steps, with: SequenceStep(call: steps[index].call), fails)
            replace(index, of: &steps, with: steps[index].withPlainCall, fails)
        }
        return steps
    }

    private mutating func replace(
        _ index: Int, of steps: inout [SequenceStep], with step: SequenceStep, _ fails: ([SequenceStep]) -> Bool
    ) {
        guard step != steps[index] else { return }
        var tried = steps
        tried[index] = step
        if isTried(tried, fails) { steps = tried }
    }

    private mutating func isTried(_ steps: [SequenceStep], _ fails: ([SequenceStep]) -> Bool) -> Bool {
        guard tries > 0 else { return false }
        tries -= 1
        return fails(steps)
    }
}

extension SequenceStep {
    /// The same call with the arguments that ask for nothing special.
    fileprivate var withPlainCall: SequenceStep {
        var step = self
        switch call {
        case .count(let library, _): step.call = .count(library: library, ask: SequenceFetch())
        case .fetch(let slot, let library, _): step.call = .fetch(into: slot, library: library, ask: SequenceFetch())
        case .image(let slot, let library, let asset, _):
            step.call = .image(into: slot, library: library, asset: asset, image: SequenceImage(width: 32, height: 32))
        default: break
        }
        return step
    }
}
