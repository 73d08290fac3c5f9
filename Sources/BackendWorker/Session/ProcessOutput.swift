package import Platform

/// Reads what a process with a plugin writes to its standard streams, on a thread of its own, so that the process
/// neither fills a log nor waits for a reader. The process gets `writing` as its streams.
package final class ProcessOutput: Sendable {
    private static let stackBytes = 1 << 18
    private static let readBytes = 1 << 16
    /// How often, in nanoseconds, the thread checks whether the process has ended, while another process keeps the
    /// streams open.
    private static let patience: UInt64 = 200_000_000

    private struct State {
        var isProcessGone = false
        var isRead = false
    }

    private let state: Monitor<State>
    private let end: PassedDescriptor

    /// - Parameters:
    ///   - write: gets lines, limited as `OutputLines` says.
    ///   - flood: called once if there is too much; nothing is read after it.
    /// - Returns: nil if this process can create no descriptor or thread; the process's streams should lead nowhere
    ///   then.
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

    /// What the process gets as its standard streams; nil after `isGiven`.
    package var writing: Descriptor? { end.descriptor }

    /// Closes this process's copy of the streams, because the other process has its own.
    package func isGiven() { _ = end.take() }

    /// Reads what is left of the output after the process has ended, for at most this time.
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
