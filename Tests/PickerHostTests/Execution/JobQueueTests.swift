import Testing

@testable import PickerHost

@Suite("A queue of jobs") struct JobQueueTests {
    @Test("A queue of jobs gives the visible before the near before the prefetched, and each in order")
    func order() {
        var queue = JobQueue<Int>()
        let jobs: [(Int, RequestPriority)] = [
            (1, .prefetch), (2, .near), (3, .visible), (4, .near), (5, .visible), (6, .prefetch),
        ]
        for (job, priority) in jobs { queue.append(job, priority: priority) }
        var order: [Int] = []
        while let job = queue.popFirst()?.job { order.append(job) }
        #expect(order == [3, 5, 2, 4, 1, 6] && queue.count == 0)
    }

    @Test("A queue of jobs keeps its order and its count over many jobs that come and go")
    func many() throws {
        var queue = JobQueue<Int>()
        var expected = 0
        for job in 0..<5000 {
            queue.append(job, priority: .visible)
            guard job % 3 != 0 else { continue }
            let taken = queue.popFirst()?.job
            try #require(taken == expected && queue.count == job + 1 - expected - 1)
            expected += 1
        }
        while let job = queue.popFirst()?.job {
            try #require(job == expected)
            expected += 1
        }
        #expect(expected == 5000 && queue.count == 0)
    }

    @Test("A queue of jobs for images takes the newest visible one first, and the others in order")
    func newest() {
        var queue = JobQueue<Int>(.newestFirst)
        for job in 1...4 { queue.append(job, priority: .visible) }
        for job in 5...6 { queue.append(job, priority: .near) }
        let first = queue.popFirst()?.job
        queue.append(7, priority: .visible)
        let removed = queue.remove { $0 == 2 }?.job
        #expect(first == 4 && removed == 2)
        var order: [Int] = []
        while let job = queue.popFirst()?.job { order.append(job) }
        #expect(order == [7, 3, 1, 5, 6] && queue.count == 0)
    }

    @Test("A queue of jobs for images lets none wait for ever, however many newer ones come")
    func oldest() throws {
        var queue = JobQueue<Int>(.newestFirst)
        for job in 0..<10 { queue.append(job, priority: .visible) }
        var order: [Int] = []
        for job in 10..<1000 {
            queue.append(job, priority: .visible)
            order.append(try #require(queue.popFirst()?.job))
        }
        #expect(order.prefix(64) == Array(10..<74)[...])
        // From then on whatever waited through so many.
        #expect(order.dropFirst(64).prefix(10) == Array(0..<10)[...])
        #expect(queue.count == 10)
    }

    @Test("A queue of jobs lets go of a job when it is taken")
    func release() {
        final class Held {}
        var queue = JobQueue<Held>()
        queue.append(Held(), priority: .near)
        weak var held: Held?
        do {
            let taken = queue.popFirst()?.job
            held = taken
            #expect(held != nil)
        }
        #expect(held == nil)
    }
}
