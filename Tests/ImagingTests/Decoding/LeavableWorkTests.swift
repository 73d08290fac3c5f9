import CImaging
import Dispatch
import Testing

@Suite("Work on a thread that can be left behind")
struct LeavableWorkTests {
    /// What the thread and the test share. Each field is written before the event that the other side waits for.
    private final class Work {
        var answer = 0
        var waitsToBeLeft = false
        let isReleased = DispatchSemaphore(value: 0)

        func run(_ cancel: imaging_cancel) -> imaging_code {
            let leavable = imaging_leavable(
                work: { context, left in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue()
                    while work.waitsToBeLeft, left.is_cancelled(left.context) == 0 {}
                    work.answer = 42
                },
                release: { context in
                    let work = Unmanaged<Work>.fromOpaque(context!).takeRetainedValue()
                    work.isReleased.signal()
                },
                context: Unmanaged.passRetained(self).toOpaque())
            var status = imaging_status()
            return imaging_run_leavable(leavable, cancel, &status)
        }
    }

    @Test("is done when the caller returns, unless it is cancelled")
    func isDone() {
        let work = Work()
        #expect(work.run(imaging_cancel(is_cancelled: { _ in 0 }, context: nil)) == IMAGING_OK)
        #expect(work.answer == 42)
        #expect(work.isReleased.wait(timeout: .now()) == .success)
    }

    @Test("goes on when the caller has left, and gives back what it holds when it ends")
    func isLeft() {
        let work = Work()
        work.waitsToBeLeft = true
        #expect(work.run(imaging_cancel(is_cancelled: { _ in 1 }, context: nil)) == IMAGING_CANCELLED)
        #expect(work.isReleased.wait(timeout: .now() + 60) == .success)
        #expect(work.answer == 42)
    }
}
