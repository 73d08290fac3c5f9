internal import Hummingbird
internal import PhotoModel
internal import PickingSessions
internal import ServiceLifecycle
internal import SessionStorage

/// Server-sent events: the library has changed, the session of the page has ended, or the server ends; and from time to
/// time that the server is there.
struct EventRoutes: Sendable {
    let events: EventHub
    /// Has the sessions of clients, which may end at another server of the same store; nil if there are none.
    let store: (any SessionStore)?

    /// Seconds between two times that the page is told that the server is there.
    private static let heartbeat = 15
    /// How often the session of a page is looked up, in seconds.
    private static let lookInterval = 3

    func add(to group: RouterGroup<PageContext>) {
        group.get("events") { _, context in
            let session = context.picking?.identifier
            return EventAnswer(interval: session == nil ? Self.heartbeat : Self.lookInterval).response(
                on: context, { events.listen(in: session) },
                write: { stream, writer in try await follow(stream, session, &writer) })
        }
    }

    /// Sends events until the connection or the server ends.
    ///
    /// - Parameter session: the client's session that the page is for; nil if there is none.
    private func follow(
        _ stream: AsyncStream<String>, _ session: String?, _ writer: inout any ResponseBodyWriter
    ) async throws {
        // At once, so that the page knows that the connection is open.
        try await writer.write(Self.alive)
        var quiet = 0
        var isOver = false
        for await event in stream.cancelOnGracefulShutdown() {
            var isEnd = event == Self.end
            if event == EventHub.look, let session, !isOver { isEnd = await hasEnded(session) }
            if isEnd {
                if !isOver { try await writer.write(Self.named(Self.end)) }
                isOver = true
                continue
            }
            guard event == EventHub.look else {
                try await writer.write(Self.named(event))
                continue
            }
            quiet += session == nil ? Self.heartbeat : Self.lookInterval
            guard quiet >= Self.heartbeat else { continue }
            quiet = 0
            try await writer.write(Self.alive)
        }
    }

    /// Whether a session was picked, cancelled or deleted. A page learns with its next request that the time of one is
    /// over, and then says so. A store that cannot be asked at the moment says nothing.
    private func hasEnded(_ session: String) async -> Bool {
        guard let store else { return false }
        do {
            let state = try await store.session(session, now: .now)?.state ?? .cancelled
            return state == .picked || state == .cancelled
        } catch {
            return false
        }
    }

    /// The event of a session that has ended.
    private static let end = "closed"

    private static func named(_ event: String) -> ByteBuffer { ByteBuffer(string: "event: \(event)\ndata: {}\n\n") }

    /// A comment keeps proxies from closing the connection, but scripts do not receive it. The event tells a page that
    /// its network has not gone. When the connection ends, as when the server is started again, a browser waits for a
    /// second and not for the three to five of its own before it asks again.
    private static var alive: ByteBuffer {
        ByteBuffer(string: ": open\n\nretry: 1000\nevent: alive\ndata: {}\n\n")
    }
}
