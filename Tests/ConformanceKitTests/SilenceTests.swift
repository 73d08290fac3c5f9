import Platform
import Testing

@testable import ConformanceKit

@Suite("The silence of a check's process") struct SilenceTests {
    private static let second: UInt64 = 1_000_000_000
    private static let start: UInt64 = 7 * second

    /// Seconds, to a thousandth, that a meter of 15 s counts after `length` seconds.
    ///
    /// - Parameter threads: what each thread ran and waited in a second.
    private func counted(
        after length: UInt64, processors: Int = 2, threads: [(running: Double, waiting: Double)]?
    ) -> (silence: Double, isOver: Bool) {
        var meter = SilenceMeter(budget: 15 * Self.second, processors: processors, start: Self.start)
        for tick in 0...(length * 20) {
            let passed = tick * Self.second / 20
            let now = Self.start + passed
            guard meter.wantsFigures(at: now) else { continue }
            let figures = threads.map { threads in
                threads.enumerated().map { index, share in
                    let times = SchedulerTimes(
                        running: UInt64(share.running * Double(passed)), waiting: UInt64(share.waiting * Double(passed))
                    )
                    return (Int32(index + 1), times)
                }
            }
            meter.take(figures.map { Dictionary(uniqueKeysWithValues: $0) }, at: now)
        }
        let end = Self.start + length * Self.second
        return (Double(meter.silence(at: end) / 1_000_000) / 1000, meter.isOver(at: end))
    }

    @Test("A process that sleeps, that spins, or that spins with many threads, is silent as long as the clock says")
    func quiet() {
        let sleeping = [(running: 0.0, waiting: 0.0)]
        let spinning = [(running: 1.0, waiting: 0.0)]
        // Eight threads have two processors among them, and no other program has any of these.
        let crowd = Array(repeating: (running: 0.25, waiting: 0.75), count: 8)
        for threads in [sleeping, spinning, spinning + sleeping, crowd] {
            let (silence, isOver) = counted(after: 16, threads: threads)
            #expect(silence == 16 && isOver, "\(threads)")
            #expect(!counted(after: 14, threads: threads).isOver)
        }
    }

    @Test("Where the kernel counts nothing, all time is silence")
    func unknown() { #expect(counted(after: 16, threads: nil) == (16, true)) }

    @Test("Time that a process waits for a processor is not silence")
    func starved() {
        // The first second and a half are not looked at.
        let almostNothing = counted(after: 60, threads: [(running: 0.02, waiting: 0.98)])
        #expect(!almostNothing.isOver && almostNothing.silence < 1.5 + 60 * 0.03)
        let aThird = counted(after: 40, threads: [(running: 0.33, waiting: 0.67), (running: 0, waiting: 0)])
        #expect(!aThird.isOver)
        // It hangs all the same, and is found when it had its fifteen seconds.
        #expect(counted(after: 46, threads: [(running: 0.33, waiting: 0.67)]).isOver)
        // Many threads that have half of what the machine has.
        let crowd = Array(repeating: (running: 0.125, waiting: 0.875), count: 8)
        #expect(!counted(after: 25, threads: crowd).isOver)
        #expect(counted(after: 30, threads: crowd).isOver)
    }

    @Test("A process that sleeps most of the time is silent then, though it waits when it wakes")
    func polling() {
        let (silence, isOver) = counted(after: 16, threads: [(running: 0.005, waiting: 0.005)])
        #expect(silence > 15.8 && isOver)
    }

    @Test("Silence begins again with each record, and what was waited before does not count for it")
    func heard() {
        var meter = SilenceMeter(budget: 15 * Self.second, processors: 2, start: 0)
        meter.take([1: SchedulerTimes()], at: 2 * Self.second)
        meter.take([1: SchedulerTimes(running: 0, waiting: 8 * Self.second)], at: 10 * Self.second)
        #expect(meter.silence(at: 10 * Self.second) == 2 * Self.second)
        meter.hear(at: 10 * Self.second)
        #expect(meter.silence(at: 10 * Self.second) == 0)
        #expect(meter.silence(at: 24 * Self.second) == 14 * Self.second)
    }

    @Test("Threads that come, and numbers that are used again, count from their beginning")
    func threads() {
        let before = SchedulerTimes(running: 5, waiting: 3)
        #expect(SchedulerTimes(running: 9, waiting: 3).since(before) == SchedulerTimes(running: 4, waiting: 0))
        #expect(SchedulerTimes(running: 2, waiting: 3).since(before) == SchedulerTimes(running: 2, waiting: 3))
        #expect(SchedulerTimes(running: 2, waiting: 3).since(nil) == SchedulerTimes(running: 2, waiting: 3))
    }

    @Test("The kernel's line has what a thread ran and waited; any other line has nothing")
    func line() {
        #expect(SchedulerTimes(schedstat: Array("12 3456 7\n".utf8)) == SchedulerTimes(running: 12, waiting: 3456))
        for text in ["", "1 2", "a b c", "-1 2 3"] { #expect(SchedulerTimes(schedstat: Array(text.utf8)) == nil) }
    }

    @Test("The threads of a process and of its children are found, with what they ran")
    func found() throws {
        var launch = ProcessLaunch(executable: "/bin/sh", arguments: ["-c", "sleep 60 & while :; do :; done"])
        launch.hasOwnGroup = true
        let child = try launch.start()
        defer { child.endAtOnce() }
        var times: [Int32: SchedulerTimes] = [:]
        // However long it takes until both are there, and have run.
        for _ in 0..<3000 where times.count < 2 || (times[child.identifier]?.running ?? 0) < 20_000_000 {
            times = SchedulerTimes.ofThreads(below: child.identifier, crowd: .max) ?? [:]
            pause(milliseconds: 10)
        }
        #expect(times.count == 2 && times[child.identifier].map { $0.running >= 20_000_000 } == true, "\(times)")
    }

    @Test("Of a crowd nothing is known, and all time of a silence counts then, also what was taken off before")
    func crowd() {
        #expect(SchedulerTimes.ofThreads(below: CurrentProcess.identifier, crowd: 0) == nil)
        var meter = SilenceMeter(budget: 15 * Self.second, processors: 2, start: 0)
        meter.take([1: SchedulerTimes()], at: 2 * Self.second)
        meter.take([1: SchedulerTimes(running: 0, waiting: 8 * Self.second)], at: 10 * Self.second)
        meter.take(nil, at: 11 * Self.second)
        #expect(meter.silence(at: 12 * Self.second) == 12 * Self.second && !meter.wantsFigures(at: 14 * Self.second))
        meter.hear(at: 15 * Self.second)
        #expect(meter.wantsFigures(at: 20 * Self.second))
    }
}
