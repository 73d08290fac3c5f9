import PhotoModel
import Platform
import Testing

@testable import PickerHost

@Suite("Calls that ignore their time", .timeLimit(.minutes(15))) struct LateCallTests {
    /// Runs a call that waits for the latch, whatever it is told.
    private func hangingCall(
        _ pool: ThreadPool, _ latch: Latch, _ log: EventLog, bytes: Int = 0
    ) -> Task<PhotoStatus?, Never> {
        Task {
            do throws(PhotoError) {
                try await pool.run(CallControl("hanging"), priority: .visible, bytes: bytes) { () throws(PhotoError) in
                    log.add("begun")
                    latch.pass()
                    log.add("returned")
                }
                return nil
            } catch {
                return error.status
            }
        }
    }

    @Test("Calls that ignore their time cost their threads, and other calls go on")
    func replaced() async throws {
        let pool = ThreadPool(limit: 2, callTime: .seconds(3600))
        let (latch, log) = (Latch(), EventLog())
        let calls = (0..<2).map { _ in hangingCall(pool, latch, log) }
        await log.wait(for: "begun", count: 2)
        let waiting = Task { try await pool.run(priority: .visible) { (_) throws(PhotoError) in 1 } }
        #expect(pool.threadCount == 2)
        pool.giveUpLate(at: .max)
        for call in calls { #expect(await call.value == .deadline) }
        #expect(try await waiting.value == 1)
        // They return after all: their threads end, and no more are there than before.
        latch.open()
        await log.wait(for: "returned", count: 2)
        #expect(try await pool.run(priority: .visible) { (_) throws(PhotoError) in 2 } == 2)
        #expect(pool.threadCount <= 2)
        pool.shutDown()
    }

    @Test("Calls that ignore their time are no longer charged memory")
    func charge() async throws {
        let pool = ThreadPool(limit: 1, callTime: .seconds(3600), budget: MemoryBudget(limit: 100))
        let (latch, log) = (Latch(), EventLog())
        let call = hangingCall(pool, latch, log, bytes: 90)
        await log.wait(for: "begun")
        #expect(pool.chargedBytes == 90)
        pool.giveUpLate(at: .max)
        #expect(pool.chargedBytes == 0)
        #expect(await call.value == .deadline)
        latch.open()
        await log.wait(for: "returned")
        #expect(pool.chargedBytes == 0)
        pool.shutDown()
    }

    @Test("Calls that ignore their time and hold every thread there may be let those that wait fail, not wait for ever")
    func stranded() async throws {
        let pool = ThreadPool(limit: 1, callTime: .seconds(3600))
        let (latch, log) = (Latch(), EventLog())
        for count in 1...9 {
            let call = hangingCall(pool, latch, log)
            await log.wait(for: "begun", count: count)
            if count == 9 {
                let waiting = hangingCall(pool, latch, log)
                while !pool.hasWaiting { await Task.yield() }
                pool.giveUpLate(at: .max)
                #expect(await waiting.value == .deadline)
            } else {
                pool.giveUpLate(at: .max)
            }
            #expect(await call.value == .deadline)
        }
        #expect(await hangingCall(pool, latch, log).value == .deadline)
        latch.open()
        while pool.lostThreadCount > 0 { await Task.yield() }
        #expect(try await pool.run(priority: .visible) { (_) throws(PhotoError) in 3 } == 3)
        pool.shutDown()
    }

    @Test("Calls have the deadline of their lane from the moment at which they have a thread")
    func deadline() async throws {
        let pool = ThreadPool(limit: 1, callTime: .milliseconds(20))
        let control = CallControl("polite")
        #expect(control.deadline == 0)
        let error = await #expect(throws: PhotoError.self) {
            try await pool.run(control, priority: .visible) { () throws(PhotoError) in
                while true {
                    do throws(Cancellation.Reason) {
                        try control.cancellation.check()
                    } catch {
                        throw PhotoError(error)
                    }
                }
            }
        }
        #expect(error?.status == .deadline && pool.threadCount == 1)
        pool.shutDown()
    }

    @Test("An image has fifteen seconds more than the limits give its backend, and the usual time without a limit")
    func timeOfImage() {
        #expect(CallTimes.ofImage(within: ResourceLimits()) == .zero)
        #expect(CallTimes.ofImage(within: ResourceLimits(maxRequestMilliseconds: 60_000)) == .seconds(75))
    }

    @Test("A call that needs more time than others of its pool has it")
    func leastTime() async throws {
        let pool = ThreadPool(limit: 1, callTime: .seconds(10))
        let control = CallControl("slow", leastTime: .seconds(1000))
        let left = try await pool.run(control, priority: .visible) { () throws(PhotoError) in
            control.deadline - MonotonicTime.now
        }
        #expect(left > 900_000_000_000)
        pool.shutDown()
    }
}
