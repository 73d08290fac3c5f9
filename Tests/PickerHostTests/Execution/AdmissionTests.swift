import Testing

@testable import PickerHost

@Suite("Admission of jobs") struct AdmissionTests {
    private var queue = JobQueue<String>()
    private var budget = MemoryBudget(limit: 100)

    /// Takes what may begin, and begins it.
    private mutating func begin() -> String? {
        guard let taken = queue.popFirst(within: budget) else { return nil }
        budget.begin(taken.bytes)
        return taken.job
    }

    @Test("Admission of jobs lets a small one go before a large one that does not fit")
    mutating func overtaking() {
        queue.append("a", priority: .visible, bytes: 60)
        queue.append("large", priority: .visible, bytes: 90)
        queue.append("small", priority: .prefetch, bytes: 40)
        #expect(begin() == "a")
        #expect(begin() == "small")
        #expect(begin() == nil && queue.count == 1)
        budget.end(60)
        budget.end(40)
        #expect(begin() == "large")
    }

    @Test("Admission of jobs lets a large one run in the end, however many small ones come")
    mutating func starvation() {
        budget.begin(20)
        queue.append("large", priority: .visible, bytes: 500)
        var overtakers = 0
        while overtakers < 1000 {
            queue.append("small", priority: .visible, bytes: 20)
            guard begin() == "small" else { break }
            // The one before it ends: there is always one that runs.
            budget.end(20)
            overtakers += 1
        }
        #expect(overtakers == 8)
        budget.end(20)
        #expect(begin() == "large" && begin() == nil)
        budget.end(500)
        #expect(begin() == "small")
    }

    @Test("Admission of jobs has none wait behind one that waits for readers")
    mutating func readers() {
        budget.hold(60)
        queue.append("large", priority: .visible, bytes: 90)
        for _ in 0..<20 { queue.append("small", priority: .visible, bytes: 1) }
        for _ in 0..<20 { #expect(begin() == "small") }
        #expect(begin() == nil && queue.count == 1)
        budget.end(20)
        budget.release(60)
        #expect(begin() == "large")
    }

    @Test("Admission of jobs takes one earlier that became more urgent, and keeps what it is charged")
    mutating func hastened() {
        for name in ["a", "b", "c"] { queue.append(name, priority: .prefetch, bytes: 7) }
        queue.append("d", priority: .visible)
        queue.hasten(to: .visible) { $0 == "c" }
        // Never the other way.
        queue.hasten(to: .prefetch) { $0 == "d" }
        #expect(begin() == "d" && begin() == "c" && budget.working == 7)
        #expect(begin() == "a" && begin() == "b" && queue.count == 0)
    }

    @Test("Admission of jobs forgets one that was taken back")
    mutating func removal() {
        for name in ["a", "b", "c"] { queue.append(name, priority: .near) }
        #expect(queue.remove { $0 == "b" }?.job == "b")
        #expect(queue.remove { $0 == "b" } == nil && queue.count == 2)
        #expect(begin() == "a")
        #expect(begin() == "c")
        #expect(begin() == nil && queue.count == 0)
    }
}
