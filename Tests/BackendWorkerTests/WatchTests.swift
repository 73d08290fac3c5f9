import BackendAPI
import Testing

@testable import BackendWorker

@Suite("When a worker is given up") struct WatchTests {
    private static let second: UInt64 = 1_000_000_000

    private func watch(now: UInt64) -> CallWatchdog {
        var program = WorkerProgram(executable: "")
        program.silenceMilliseconds = 60_000
        program.graceMilliseconds = 10_000
        return CallWatchdog(program, now: now)
    }

    @Test("Under the watchdog a call that says something now and then may take for ever")
    func busy() {
        var watch = watch(now: 0)
        for minute in 1..<100 {
            #expect(watch.fault(at: UInt64(minute) * 59 * Self.second) == nil)
            watch.heard(at: UInt64(minute) * 59 * Self.second)
        }
    }

    @Test("Under the watchdog a call that is silent for a minute may not")
    func silent() {
        let watch = watch(now: 5 * Self.second)
        #expect(watch.fault(at: 64 * Self.second) == nil)
        let fault = watch.fault(at: 65 * Self.second)
        #expect(fault?.status == PICKER_INTERNAL && fault?.reason == "gave no sign of life for 60000 ms")
    }

    @Test("Under the watchdog a call that goes on ten seconds after it was cancelled is ended, and is cancelled then")
    func cancelled() {
        var watch = watch(now: 0)
        watch.answered(PICKER_CANCELLED, at: 3 * Self.second)
        watch.heard(at: 12 * Self.second)
        watch.answered(PICKER_CANCELLED, at: 12 * Self.second)
        #expect(watch.fault(at: 12 * Self.second) == nil)
        #expect(watch.fault(at: 13 * Self.second)?.status == PICKER_CANCELLED)
    }

    @Test("Under the watchdog a call is ended for its deadline as that, and not when it is wanted again")
    func deadline() {
        var watch = watch(now: 0)
        watch.answered(PICKER_DEADLINE, at: 3 * Self.second)
        // What it was told first counts.
        watch.answered(PICKER_CANCELLED, at: 4 * Self.second)
        #expect(watch.fault(at: 12 * Self.second) == nil)
        let fault = watch.fault(at: 13 * Self.second)
        #expect(fault?.status == PICKER_DEADLINE && fault?.reason.hasPrefix("went on after the deadline") == true)
        watch.answered(PICKER_OK, at: 13 * Self.second)
        watch.heard(at: 13 * Self.second)
        #expect(watch.fault(at: 60 * Self.second) == nil)
        // A clock that goes back is no silence.
        #expect(watch.fault(at: Self.second) == nil)
    }
}
