internal import Platform

/// Names of events for the pages that listen.
final class EventHub: Sendable {
    private struct State {
        var listeners: [Int: (session: String?, continuation: AsyncStream<String>.Continuation)] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// A listener to events until the end.
    struct Listener: Sendable {
        let stream: AsyncStream<String>
        fileprivate let continuation: AsyncStream<String>.Continuation

        func end() { continuation.finish() }

        /// Wakes this listener, without an event for others.
        func look() { continuation.yield("look") }
    }

    /// - Parameter session: the client's session that the page is for; nil: none.
    func listen(in session: String? = nil) -> Listener {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = (session, continuation)
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return Listener(stream: stream, continuation: continuation)
    }

    /// - Parameter session: whose pages hear it; nil: all pages do.
    func send(_ event: String, to session: String? = nil) {
        let listeners = state.withLock { state in
            state.listeners.values.filter { session == nil || $0.session == session }
        }
        listeners.forEach { $0.continuation.yield(event) }
    }
}
