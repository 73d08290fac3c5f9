internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import ServiceLifecycle
internal import SessionStorage

/// Server-sent events of one session, for a client that does not want to poll: the session's current state, and its
/// end.
struct SessionEventRoutes: Sendable {
    let sessions: ClientSessionRoutes

    /// How often the session is looked up, in seconds. It may end on another server of the same store, or at its
    /// deadline.
    private static let interval = 2
    /// After this many lookups without news, a comment is sent, which keeps proxies from closing the connection.
    private static let quietLooks = 7

    func add(to group: RouterGroup<PageContext>) {
        group.get("sessions/:id/events") { request, context in
            let first = try await sessions.session(context.parameters.get("id"), context)
            let base = sessions.base(of: request)
            return EventAnswer(interval: Self.interval).response(
                on: context, { sessions.events.listen(in: first.identifier) },
                write: { looks, writer in try await follow(first, base, looks, &writer) })
        }
    }

    /// Sends events until the session has ended.
    ///
    /// - Parameter looks: has an element when the session should be looked up: when it ended here, and from time to
    ///   time.
    private func follow(
        _ first: StoredSession, _ base: String, _ looks: AsyncStream<String>, _ writer: inout any ResponseBodyWriter
    ) async throws {
        try await writer.write(try Self.event(first, base))
        guard first.state == .pending else { return }
        var quiet = 0
        for await _ in looks.cancelOnGracefulShutdown() {
            if let found = try await look(at: first.identifier) {
                guard let session = found else {
                    try await writer.write(ByteBuffer(string: "event: deleted\ndata: {}\n\n"))
                    return
                }
                if session.state != .pending {
                    try await writer.write(try Self.event(session, base))
                    return
                }
            }
            quiet = (quiet + 1) % Self.quietLooks
            if quiet == 0 { try await writer.write(ByteBuffer(string: ": still pending\n\n")) }
        }
    }

    /// The session as it is now; the inner optional is nil if it does not exist any more. Returns nil if the store
    /// cannot be asked at the moment, as while its database restarts; the client then goes on waiting.
    private func look(at identifier: String) async throws -> StoredSession?? {
        do {
            return .some(try await sessions.store.session(identifier, now: .now))
        } catch let error as SessionStoreError where PhotoError(error).status.kind == .transient {
            return nil
        }
    }

    private static func event(_ session: StoredSession, _ base: String) throws -> ByteBuffer {
        let document = try JSONText().bytes(SessionResource(session, base: base, now: .now))
        var buffer = ByteBuffer(string: "event: \(session.state.rawValue)\ndata: ")
        buffer.writeBytes(document)
        buffer.writeString("\n\n")
        return buffer
    }
}
