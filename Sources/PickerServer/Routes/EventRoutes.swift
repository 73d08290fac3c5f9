internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import PickerHost
internal import ServiceLifecycle
internal import SessionStorage

/// Server-sent events: the library changed, or the server ends.
struct EventRoutes: Sendable {
    let events: EventHub
    let watch: DisconnectWatch

    /// Without news for so long a comment keeps proxies from closing the line.
    private static let heartbeat = Duration.seconds(15)

    func add(to group: RouterGroup<PageContext>) {
        group.get("events") { _, context in
            Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    let listener = events.listen(in: context.picking?.identifier)
                    // A comment at once: the page learns that the line is open.
                    try await writer.write(ByteBuffer(string: ": open\n\n"))
                    let registration = watch.register(context.channel) { listener.end() }
                    let timer = Task {
                        while !Task.isCancelled {
                            try? await Task.sleep(for: Self.heartbeat)
                            listener.look()
                        }
                    }
                    defer {
                        timer.cancel()
                        watch.unregister(registration)
                    }
                    for await event in listener.stream.cancelOnGracefulShutdown() {
                        let text = event == EventHub.look ? ": open\n\n" : "event: \(event)\ndata: {}\n\n"
                        try await writer.write(ByteBuffer(string: text))
                    }
                    try await writer.finish(nil)
                })
        }
    }
}
