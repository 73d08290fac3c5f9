internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Answers with server-sent events, until everything has been sent, or the connection or the server ends.
struct EventAnswer: Sendable {
    /// How often the stream gets an `EventHub.look`, in seconds: the time for a comment, which keeps proxies from
    /// closing the connection.
    let interval: Int

    typealias Writing =
        @Sendable (_ events: AsyncStream<String>, _ writer: inout any ResponseBodyWriter) async throws -> Void

    /// - Parameters:
    ///   - listen: called when the answer begins.
    ///   - write: writes the events whose names it gets.
    func response(
        on context: PageContext, _ listen: @escaping @Sendable () -> EventHub.Listener, write: @escaping Writing
    ) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                let listener = listen()
                let registration = context.disconnects?.register(context.channel) { listener.end() }
                let timer = Task { [interval] in
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .seconds(interval))
                        listener.look()
                    }
                }
                defer {
                    timer.cancel()
                    if let registration { context.disconnects?.unregister(registration) }
                }
                try await write(listener.stream, &writer)
                try await writer.finish(nil)
            })
    }
}
