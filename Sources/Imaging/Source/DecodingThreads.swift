internal import CImaging
internal import PhotoModel
internal import Platform

/// The threads that decode parts of images in this process: no more than processors, however many requests there are.
///
/// The thread that asked for an image always works on it itself. Others help while there are processors that no thread
/// decodes on: where the host keeps all of them busy with images of their own, none does.
package final class DecodingThreads: Sendable {
    /// Of this process.
    package static let shared = DecodingThreads(limit: processorCount())

    private let limit: Int
    private let busy = Mutex(0)

    /// - Parameter limit: how many threads decode at most, those that asked not counted in.
    package init(limit: Int) { self.limit = limit }

    /// Does `body` as one that decodes, with the number of threads that may help it, at most `wanted`.
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

    /// Does `work` for each number below `count`, in any order, on this thread and on those that help.
    ///
    /// - Throws: The first error of `work`, after which no more is begun; `cancelled`.
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

/// Parts of one piece of work that several threads take from.
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

    /// Does one part; false when there is none left, or something failed.
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

/// Processors that this process may use, at least 1: those that it may run on, and no more than its control groups grant it
/// the time of, where a part of one counts as one.
package func processorCount() -> Int { ProcessorCount.ofProcess }

private enum ProcessorCount {
    // Read once: it is asked for each image.
    static let ofProcess: Int = {
        let granted = ControlGroup.current.processors.map { Int(min($0, 65_536).rounded(.up)) }
        return max(1, min(Int(imaging_processor_count()), granted ?? .max))
    }()
}
