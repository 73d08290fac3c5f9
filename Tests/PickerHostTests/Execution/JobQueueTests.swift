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
