import BackendAPI
import Testing

@testable import BackendWorker

@Suite("When a worker is given up") struct WatchTests {
    private static let second: UInt64 = 1_000_000_000

    private func watch(now: UInt64) -> CallWatch {
        var program = WorkerProgram(executable: "")
        program.silenceMilliseconds = 60_000
        program.graceMilliseconds = 10_000
        return CallWatch(program, now: now)
    }

    @Test("a call that says something now and then may take for ever")
    func busy() {
        var watch = watch(now: 0)
        for minute in 1..<100 {
            #expect(watch.fault(at: UInt64(minute) * 59 * Self.second) == nil)
            watch.heard(at: UInt64(minute) * 59 * Self.second)
        }
    }

    @Test("one that is silent for a minute may not")
    func silent() {
        let watch = watch(now: 5 * Self.second)
        #expect(watch.fault(at: 64 * Self.second) == nil)
        let fault = watch.fault(at: 65 * Self.second)
        #expect(fault?.status == PICKER_INTERNAL && fault?.reason == "gave no sign of life for 60000 ms")
    }

    @Test("one that goes on ten seconds after it was cancelled is ended, and is cancelled then")
    func cancelled() {
        var watch = watch(now: 0)
        watch.answered(PICKER_CANCELLED, at: 3 * Self.second)
        watch.heard(at: 12 * Self.second)
        watch.answered(PICKER_CANCELLED, at: 12 * Self.second)
        #expect(watch.fault(at: 12 * Self.second) == nil)
        #expect(watch.fault(at: 13 * Self.second)?.status == PICKER_CANCELLED)
    }

    @Test("the first new worker comes at once, later ones later, and at once again after a calm time")
    func delays() {
        var delay = RestartDelay()
        #expect(delay.isDue(at: 0))
        var now: UInt64 = 100 * Self.second
        delay.started(at: now)
        var waits: [UInt64] = []
        for _ in 0..<6 {
            delay.ended(at: now)
            var wait: UInt64 = 0
            while !delay.isDue(at: now + wait) { wait += 100_000_000 }
            waits.append(wait / 100_000_000)
            now += wait
            delay.started(at: now)
        }
        #expect(waits == [0, 1, 5, 20, 50, 50])
        delay.ended(at: now + 11 * Self.second)
        #expect(delay.isDue(at: now + 11 * Self.second))
    }
}
