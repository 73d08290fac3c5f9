internal import PhotoModel
internal import Platform
internal import PostgresClient

/// Connections to a server, each with a thread of its own that waits for the server's answers, so that no thread of
/// Swift's pool has to.
///
/// Threads are started when they are needed, and end with this object. Work is done in the order in which it was added.
final class ConnectionThreads: Sendable {
    typealias Work = @Sendable (inout Connection?) -> Void

    private struct State: Sendable {
        var waiting: [Work] = []
        var idle = 0
        var threads = 0
        var isEnded = false
    }

    private static let stackBytes = 1 << 20

    private let most: Int
    private let monitor = Monitor(State())

    /// - Parameter most: the most connections at once.
    init(most: Int) { self.most = most }

    deinit {
        monitor.withLock { $0.isEnded = true }
        monitor.wakeAll()
    }

    /// Runs `body` on one of the threads.
    ///
    /// - Parameters:
    ///   - patience: how long it may wait for one, in nanoseconds. While the server does not answer, each piece of work before it
    ///     takes as long as that may take, and more come than are done.
    ///   - body: gets the thread's connection; nil if it has not been opened yet, or was closed.
    /// - Throws: `DatabaseError.ended` if it waited for so long, and what `body` throws.
    func run<Result: Sendable>(
        patience: UInt64, _ body: @escaping @Sendable (inout Connection?) throws -> Result
    ) async throws -> Result {
        let asked = MonotonicTime.now
        return try await withCheckedThrowingContinuation { continuation in
            add { connection in
                guard MonotonicTime.now - asked < patience else {
                    return continuation.resume(throwing: DatabaseError.ended(.deadline))
                }
                do {
                    continuation.resume(returning: try body(&connection))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    private func add(_ work: @escaping Work) {
        let needsThread = monitor.withLock { state in
            state.waiting.append(work)
            guard state.idle < state.waiting.count, state.threads < most else { return false }
            state.threads += 1
            return true
        }
        monitor.wakeOne()
        guard needsThread else { return }
        let isStarted = DetachedThread.start(stackBytes: Self.stackBytes) { [monitor] in Self.serve(monitor) }
        guard !isStarted else { return }
        // Another thread will do the work. If there is no thread at all, none would.
        let isAlone = monitor.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        if isAlone { Self.runHere(monitor) }
    }

    private static func serve(_ monitor: Monitor<State>) {
        var connection: Connection?
        while let work = next(monitor) { work(&connection) }
    }

    private static func next(_ monitor: Monitor<State>) -> Work? {
        monitor.withLock { $0.idle += 1 }
        return monitor.waitUntil { state -> Work?? in
            if !state.waiting.isEmpty {
                state.idle -= 1
                return .some(state.waiting.removeFirst())
            }
            return state.isEnded ? .some(nil) : nil
        }
    }

    /// Does the waiting work on the calling thread, because the system cannot start another one.
    private static func runHere(_ monitor: Monitor<State>) {
        let waiting = monitor.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        var connection: Connection?
        for work in waiting { work(&connection) }
    }
}
