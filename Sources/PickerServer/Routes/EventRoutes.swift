internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import PickerHost
internal import ServiceLifecycle

/// Server-sent events: tells the page that the library changed, or that the server ends.
struct EventRoutes<Context: RequestContext>: Sendable {
    let events: EventHub

    func add(to group: RouterGroup<Context>) {
        group.get("events") { request, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    let stream = events.listen()
                    // A comment at once: the page learns that the line is open.
                    try await writer.write(ByteBuffer(string: ": open\n\n"))
                    try await request.body.consumeWithCancellationOnInboundClose { [writer] _ in
                        var writer = writer
                        for await event in stream.cancelOnGracefulShutdown() {
                            try await writer.write(ByteBuffer(string: "event: \(event)\ndata: {}\n\n"))
                        }
                    }
                    try await writer.finish(nil)
                })
        }
    }
}
