internal import CImaging
internal import PhotoModel
internal import Platform

/// The threads that decode parts of images in this process. They are no more than the processors, however many requests
/// there are.
///
/// The thread that requested an image always works on it itself. Other threads help it only while processors are left on
/// which no thread decodes; if the host keeps all processors busy with other images, none helps.
package final class DecodingThreads: Sendable {
    /// The instance for this process.
    package static let shared = DecodingThreads(limit: processorCount())

    private let limit: Int
    private let busy = Mutex(0)

    /// - Parameter limit: the number of decoding threads, requesting ones included, from which on no further helper is started.
    package init(limit: Int) { self.limit = limit }

    /// Runs `body` on this thread, which counts as a decoding one, and passes it the number of threads that may help: at most
    /// `wanted`.
    func withHelpers<Result>(
        _ wanted: Int, _ body: (Int) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let helpers = busy.withLock { busy in
            let helpers = max(0, min(wanted, limit - busy - 1))
            busy += 1 + helpers
            return helpers
        }
        defer { busy.withLock { $0 -= 1 + helpers } }
        return try body(helpers)
    }

    /// Runs `work` for each number below `count`, in any order, on this thread and on those that help.
    ///
    /// - Throws: the first error of `work`, after which no more work is begun; `cancelled`.
    func forEach(
        _ count: Int, _ cancellation: Cancellation, _ work: @escaping @Sendable (Int) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        try withHelpers(count - 1) { helpers throws(ImagingError) in
            let queue = PartQueue(count: count)
            let threads = (0..<helpers).compactMap { _ in
                JoinableThread(blocksSignals: true) { while queue.doNext(work) {} }
            }
            var wasStopped = false
            while !wasStopped, queue.doNext(work) { wasStopped = cancellation.isCancelled }
            if wasStopped { queue.fail(.cancelled) }
            for thread in threads { thread.join() }
            if let failure = queue.failure { throw failure }
        }
    }
}

/// The parts of one piece of work, from which several threads take.
private final class PartQueue: Sendable {
    private struct State {
        var next = 0
        var failure: ImagingError?
    }

    private let count: Int
    private let state = Mutex(State())

    init(count: Int) { self.count = count }

    var failure: ImagingError? { state.withLock { $0.failure } }

    func fail(_ error: ImagingError) { state.withLock { $0.failure = $0.failure ?? error } }

    /// Does one part; false if none is left, or if a part failed.
    func doNext(_ work: (Int) throws(ImagingError) -> Void) -> Bool {
        let part: Int? = state.withLock { state in
            guard state.failure == nil, state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
        guard let part else { return false }
        do throws(ImagingError) { try work(part) } catch { fail(error) }
        return true
    }
}

/// The number of processors that this process may use, at least 1: those in its affinity mask, but no more than its control
/// groups grant time for, rounded up.
package func processorCount() -> Int { ProcessorCount.ofProcess }

private enum ProcessorCount {
    // Read once, because it is needed for each image.
    static let ofProcess: Int = {
        let granted = ControlGroup.current.processors.map { Int(min($0, 65_536).rounded(.up)) }
        return max(1, min(Int(imaging_processor_count()), granted ?? .max))
    }()
}
