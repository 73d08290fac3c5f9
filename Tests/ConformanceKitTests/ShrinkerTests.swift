import Testing

@testable import ConformanceKit

@Suite("A sequence of calls") struct SequenceTests {
    @Test("A sequence is the same for the same seed, and another for another seed")
    func seeded() {
        let steps = SequenceGenerator.steps(seed: 7, count: 300)
        #expect(steps == SequenceGenerator.steps(seed: 7, count: 300))
        #expect(steps != SequenceGenerator.steps(seed: 8, count: 300))
        #expect(steps.count == 300)
    }

    @Test("A sequence has every kind of call, and calls that are cancelled, stopped, late and on another thread")
    func varied() {
        let steps = SequenceGenerator.steps(seed: 1, count: 3000)
        #expect(Set(steps.map(\.call.name)).count == 24)
        #expect(steps.contains { $0.control.cancelAfter != nil } && steps.contains { $0.control.stopAt != nil })
        #expect(steps.contains { $0.control.isLate } && steps.contains { $0.control.isElsewhere })
        #expect(steps.allSatisfy { !$0.text.isEmpty })
    }
}

@Suite("A sequence that is shrunk") struct ShrinkerTests {
    private static let steps = SequenceGenerator.steps(seed: 3, count: 120)

    private func shrunk(_ tries: Int = 1000, _ fails: ([SequenceStep]) -> Bool) -> [SequenceStep] {
        var shrinker = SequenceShrinker(tries: tries)
        return shrinker.shrink(Self.steps, fails)
    }

    @Test(
        "A shrunk sequence has only the calls that are needed",
        arguments: [[5], [0, 119], [17, 18, 90], [1, 40, 80, 118]])
    func minimal(needed: [Int]) {
        let wanted = needed.map { Self.steps[$0].call }
        let found = shrunk { steps in
            // The wanted calls in their order, whatever comes between.
            var rest = wanted[...]
            for step in steps where step.call == rest.first { rest.removeFirst() }
            return rest.isEmpty
        }
        #expect(found.map(\.call) == wanted)
        #expect(found.allSatisfy { $0.control == SequenceControl() })
    }

    @Test("A shrunk sequence keeps the cancellation of a call that needs it")
    func control() throws {
        let wanted = try #require(Self.steps.first { $0.control.cancelAfter != nil })
        #expect(shrunk { $0.contains(wanted) } == [wanted])
    }

    @Test("A sequence stays whole when no shorter one fails, or no tries are left")
    func whole() {
        #expect(shrunk { _ in false } == Self.steps)
        #expect(shrunk(0) { _ in true } == Self.steps)
    }

    @Test("A shrunk sequence is empty when no call is needed")
    func empty() { #expect(shrunk { _ in true }.isEmpty) }
}
