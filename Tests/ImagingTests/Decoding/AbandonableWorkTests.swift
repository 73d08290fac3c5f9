import CImaging
import Dispatch
import Testing

@Suite("Work on a thread that can be abandoned")
struct AbandonableWorkTests {
    /// What the thread and the test share. Each field is written before the event that the other side waits for.
    private final class Work {
        var answer = 0
        var waitsToBeAbandoned = false
        let isReleased = DispatchSemaphore(value: 0)

        func run(_ cancel: imaging_cancel) -> imaging_code {
            let job = imaging_abandonable(
                work: { context, abandoned in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
                    while work.waitsToBeAbandoned, abandoned.is_cancelled(abandoned.context) == 0 {}
                    work.answer = 42
                },
                release: { context in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
                    work.isReleased.signal()
                },
                context: Unmanaged.passRetained(self).toOpaque())
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
}
