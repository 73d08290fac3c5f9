import Platform
import Testing

@Suite("Threads and locks")
struct ThreadTests {
    @Test("A mutex counts right when many threads count under it")
    func mutex() throws {
        final class Counter: Sendable { let value = Mutex(0) }
        let counter = Counter()
        let threads = try (0..<4).map { _ in
            try #require(JoinableThread { for _ in 0..<10_000 { counter.value.withLock { $0 += 1 } } })
        }
        for thread in threads { thread.join() }
        #expect(counter.value.withLock { $0 } == 40_000)
    }

    @Test("A monitor wakes the thread that waits for what another one sets")
    func monitor() throws {
        let monitor = Monitor<Int?>(nil)
        let thread = try #require(
            JoinableThread {
                monitor.withLock { $0 = 7 }
                monitor.wakeAll()
            })
        #expect(monitor.waitUntil { $0 } == 7)
        thread.join()
    }

    @Test("The value of a detached thread is what its body returns")
    func value() async {
        let value = await DetachedThread.value(stackBytes: 256 << 10) { 42 }
        #expect(value == 42)
    }

    @Test("A thread that blocks signals blocks them all, and the one that starts it is as it was")
    func blockedSignals() throws {
        let before = ThreadState.current.blockedSignals
        let found = Monitor<UInt64>(0)
        let thread = try #require(
            JoinableThread(blocksSignals: true) { found.withLock { $0 = ThreadState.current.blockedSignals } })
        thread.join()
        for signal in [Signal.terminate, .interrupt, .hangUp, .childEnd, .user1] {
            #expect(found.withLock { $0 } & 1 << UInt64(signal.rawValue) != 0, "\(signal)")
        }
        #expect(ThreadState.current.blockedSignals == before)
    }

    @Test("A wait without a signal is over after its time")
    func timedWait() {
        let start = MonotonicTime.now
        #expect(Monitor(0).wait(milliseconds: 20) { $0 == 0 ? nil : $0 } == nil)
        #expect(MonotonicTime.now - start >= 20_000_000)
    }
}
