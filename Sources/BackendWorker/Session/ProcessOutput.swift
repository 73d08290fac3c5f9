package import Platform

/// Reads what a process with a plugin in it writes to its standard streams, on a thread of its own, so that it neither fills a
/// log nor waits for a reader. The process is given `writing`.
package final class ProcessOutput: Sendable {
    private static let stackBytes = 1 << 18
    private static let readBytes = 1 << 16
    /// How often the thread looks whether the process has ended, while something else holds the streams open.
    private static let patience: UInt64 = 200_000_000

    private struct State {
        var isProcessGone = false
        var isRead = false
    }

    private let state: Monitor<State>
    private let end: PassedDescriptor

    /// - Parameters:
    ///   - write: gets lines, bounded as `OutputLines` says.
    ///   - flood: is called once when there is too much; nothing is read after it.
    /// - Returns: nil when this process has no descriptor or no thread to give; the streams are to lead nowhere then.
    package static func start(
        write: @escaping @Sendable (String) -> Void, flood: @escaping @Sendable () -> Void
    ) -> ProcessOutput? {
        guard let pipe = try? Pipe(), let reading = try? pipe.reading.borrowed.duplicate(),
            let writing = try? pipe.writing?.duplicate()
        else { return nil }
        let (input, state) = (PassedDescriptor(reading), Monitor(State()))
        let isStarted = DetachedThread.start(stackBytes: stackBytes) {
            if let descriptor = input.take() { read(descriptor.borrowed, state, write, flood) }
            state.withLock { $0.isRead = true }
            state.wakeAll()
        }
        return isStarted ? ProcessOutput(state, PassedDescriptor(writing)) : nil
    }

    private init(_ state: Monitor<State>, _ end: PassedDescriptor) {
        self.state = state
        self.end = end
    }

    deinit { state.withLock { $0.isProcessGone = true } }

    /// What the process is given as its standard streams, until `isGiven`.
    package var writing: Descriptor? { end.descriptor }

    /// The process has its streams: this one does not keep them open.
    package func isGiven() { _ = end.take() }

    /// The process has ended: what it wrote is read to the end, for so long at most.
    package func finish(milliseconds: Int) {
        isGiven()
        state.withLock { $0.isProcessGone = true }
        _ = state.wait(milliseconds: milliseconds) { $0.isRead ? true : nil }
    }

    private static func read(
        _ input: Descriptor, _ state: Monitor<State>, _ write: (String) -> Void, _ flood: () -> Void
    ) {
        var lines = OutputLines(now: MonotonicTime.now)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readBytes, alignment: 16)
        defer {
            buffer.deallocate()
            lines.finish(at: MonotonicTime.now, write)
        }
        while true {
            switch input.waitUntilReadable(deadline: MonotonicTime.now + patience) {
            case .failed: return
            case .timedOut: if state.withLock({ $0.isProcessGone }) { return }
            case .ready:
                guard let count = try? input.read(into: buffer), count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                guard lines.take(bytes, at: MonotonicTime.now, write) else { return flood() }
            }
        }
    }
}
