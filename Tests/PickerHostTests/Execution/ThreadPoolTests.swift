import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("A thread pool", .timeLimit(.minutes(15))) struct ThreadPoolTests {
    @Test("A thread pool runs as many jobs at once as it has threads, and no more")
    func limit() async {
        let pool = ThreadPool(limit: 3)
        let (log, latch) = (EventLog(), Latch())
        for _ in 0..<10 {
            pool.submit(priority: .visible) {
                log.add("begun")
                latch.pass()
                log.add("done")
            }
        }
        await log.wait(for: "begun", count: 3)
        #expect(log.count(of: "begun") == 3 && pool.threadCount == 3)
        latch.open()
        await log.wait(for: "done", count: 10)
        #expect(pool.threadCount == 3)
        pool.shutDown()
    }

    @Test("A thread pool has no thread before there is work, and one for one job after the other")
    func lazy() async throws {
        let pool = ThreadPool(limit: 8)
        #expect(pool.threadCount == 0)
        _ = try await pool.run(priority: .visible) { (_) throws(PhotoError) in 1 }
        #expect(pool.threadCount == 1)
        pool.shutDown()
    }

    @Test("A thread pool takes the waiting jobs by priority")
    func priority() async {
        let pool = ThreadPool(limit: 1)
        let (log, latch) = (EventLog(), Latch())
        pool.submit(priority: .visible) { latch.pass() }
        for priority in [RequestPriority.prefetch, .near, .visible] {
            pool.submit(priority: priority) { log.add("\(priority)") }
        }
        latch.open()
        await log.wait(for: "prefetch")
        #expect(log.events == ["visible", "near", "prefetch"])
        pool.shutDown()
    }

    @Test("A thread pool that is shut down still runs what it is given, and ends its threads")
    func shutDown() async throws {
        let pool = ThreadPool(limit: 2)
        pool.shutDown()
        let answer = try await pool.run(priority: .near) { (_) throws(PhotoError) in 42 }
        #expect(answer == 42)
    }

    @Test("A thread pool with a limit below one has one thread")
    func minimum() async throws {
        let pool = ThreadPool(limit: 0)
        _ = try await pool.run(priority: .visible) { (_) throws(PhotoError) in 1 }
        #expect(pool.threadCount == 1)
        pool.shutDown()
    }
}
