import CImaging
import Dispatch
import Testing

@Suite("Work on a thread that can be abandoned")
struct AbandonableWorkTests {
    /// What the thread and the test share. Each field is written before the event that the other side waits for.
    private final class Work {
        var answer = 0
        var waitsToBeAbandoned = false
        /// Of a limit of 1000 bytes.
        var memoryBytes = 0
        /// Nil: it ends as soon as it is abandoned.
        var mayEnd: DispatchSemaphore?
        let hasBegun = DispatchSemaphore(value: 0)
        let isReleased = DispatchSemaphore(value: 0)

        func run(_ cancel: imaging_cancel) -> imaging_code {
            let job = imaging_abandonable(
                work: { context, abandoned in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
                    work.hasBegun.signal()
                    while work.waitsToBeAbandoned, abandoned.is_cancelled(abandoned.context) == 0 {}
                    work.mayEnd?.wait()
                    work.answer = 42
                },
                release: { context in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
                    work.isReleased.signal()
                },
                context: Unmanaged.passRetained(self).toOpaque(), memory_bytes: memoryBytes, memory_limit: 1000)
            var status = imaging_status()
            return imaging_run_abandonable(job, cancel, &status)
        }
    }

    @Test("Work that is not cancelled is done when the caller returns")
    func isDone() {
        let work = Work()
        #expect(work.run(imaging_cancel(is_cancelled: { _ in 0 }, context: nil)) == IMAGING_OK)
        #expect(work.answer == 42)
        #expect(work.isReleased.wait(timeout: .now()) == .success)
    }

    @Test("Work that is abandoned goes on, and releases what it holds when it ends")
    func isAbandoned() {
        let work = Work()
        work.waitsToBeAbandoned = true
        #expect(work.run(imaging_cancel(is_cancelled: { _ in 1 }, context: nil)) == IMAGING_CANCELLED)
        #expect(work.isReleased.wait(timeout: .now() + 60) == .success)
        #expect(work.answer == 42)
    }

    @Test("Work waits for memory that abandoned work still holds, and does not begin if it is cancelled before")
    func memoryOfAbandonedWork() {
        let never = imaging_cancel(is_cancelled: { _ in 0 }, context: nil)
        let abandoned = Work()
        let mayEnd = DispatchSemaphore(value: 0)
        (abandoned.memoryBytes, abandoned.mayEnd) = (600, mayEnd)
        let onceBegun = imaging_cancel(
            is_cancelled: { context in
                let work = Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
                return work.hasBegun.wait(timeout: .now()) == .success ? 1 : 0
            },
            context: Unmanaged.passUnretained(abandoned).toOpaque())
        #expect(abandoned.run(onceBegun) == IMAGING_CANCELLED)
        let large = Work()
        large.memoryBytes = 500
        #expect(large.run(imaging_cancel(is_cancelled: { _ in 1 }, context: nil)) == IMAGING_CANCELLED)
        #expect(large.answer == 0 && large.isReleased.wait(timeout: .now()) == .success)
        let small = Work()
        small.memoryBytes = 400
        #expect(small.run(never) == IMAGING_OK && small.answer == 42)
        mayEnd.signal()
        #expect(large.run(never) == IMAGING_OK && large.answer == 42)
    }
}
