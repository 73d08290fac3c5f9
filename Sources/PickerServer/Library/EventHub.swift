internal import Platform

/// Names of events for every page that listens.
final class EventHub: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<String>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// A listener to events until the end.
    struct Listener: Sendable {
        let stream: AsyncStream<String>
        fileprivate let continuation: AsyncStream<String>.Continuation

        func end() { continuation.finish() }
    }

    func listen() -> Listener {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[number] = nil }
        }
        return Listener(stream: stream, continuation: continuation)
    }

    func send(_ event: String) {
        let listeners = state.withLock { Array($0.listeners.values) }
        listeners.forEach { $0.yield(event) }
    }
}
