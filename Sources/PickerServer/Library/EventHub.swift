internal import Platform

/// Sends the names of events to the open pages of one library.
final class EventHub: Sendable {
    /// What a listener receives after it woke itself; it is not an event.
    static let look = "look"

    private let pages = EventListeners()
    private let sessions: SessionEvents

    /// - Parameter sessions: events of clients' sessions, which any library of the server may show.
    init(sessions: SessionEvents = SessionEvents()) { self.sessions = sessions }

    /// Receives events until the end.
    struct Listener: Sendable {
        let stream: AsyncStream<String>
        fileprivate let continuation: AsyncStream<String>.Continuation

        func end() { continuation.finish() }

        /// Wakes this listener only; others do not receive an event.
        func look() { continuation.yield(EventHub.look) }
    }

    /// - Parameter session: the client's session that the page is for; nil if there is none.
    func listen(in session: String? = nil) -> Listener {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        let page = pages.add(continuation, session: nil)
        let sessions = sessions.listeners
        let member = session.map { sessions.add(continuation, session: $0) }
        continuation.onTermination = { [weak pages] _ in
            pages?.remove(page)
            if let member { sessions.remove(member) }
        }
        return Listener(stream: stream, continuation: continuation)
    }

    /// Sends an event to all pages of the library.
    func send(_ event: String) { pages.send(event, session: nil) }
}

/// Sends the names of events to the listeners of one client's session, whichever library its page shows.
struct SessionEvents: Sendable {
    fileprivate let listeners = EventListeners()

    /// A listener to the events of this session only.
    func listen(in session: String) -> EventHub.Listener {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))
        let number = listeners.add(continuation, session: session)
        continuation.onTermination = { [weak listeners] _ in listeners?.remove(number) }
        return EventHub.Listener(stream: stream, continuation: continuation)
    }

    func send(_ event: String, to session: String) { listeners.send(event, session: session) }
}

/// The listeners, and the session that each listens to.
private final class EventListeners: Sendable {
    private struct State {
        var listeners: [Int: (session: String?, continuation: AsyncStream<String>.Continuation)] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    func add(_ continuation: AsyncStream<String>.Continuation, session: String?) -> Int {
        state.withLock { state in
            defer { state.next += 1 }
            state.listeners[state.next] = (session, continuation)
            return state.next
        }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    func send(_ event: String, session: String?) {
        let listeners = state.withLock { state in state.listeners.values.filter { $0.session == session } }
        listeners.forEach { $0.continuation.yield(event) }
    }
}
