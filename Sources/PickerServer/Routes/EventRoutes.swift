internal import Hummingbird
internal import ServiceLifecycle
internal import SessionStorage

/// Server-sent events: the library has changed, or the server ends.
struct EventRoutes: Sendable {
    let events: EventHub

    /// Seconds between comments.
    private static let heartbeat = 15

    func add(to group: RouterGroup<PageContext>) {
        group.get("events") { _, context in
            EventAnswer(interval: Self.heartbeat).response(
                on: context, { events.listen(in: context.picking?.identifier) },
                write: { events, writer in
                    // Send a comment at once, so that the page knows that the connection is open.
                    try await writer.write(Self.open)
                    for await event in events.cancelOnGracefulShutdown() {
                        let isComment = event == EventHub.look
                        try await writer.write(
                            isComment ? Self.open : ByteBuffer(string: "event: \(event)\ndata: {}\n\n"))
                    }
                })
        }
    }

    private static var open: ByteBuffer { ByteBuffer(string: ": open\n\n") }
}
