internal import NIOCore
internal import Platform

/// Cancels requests in progress whose connection was closed, so that their work ends.
///
/// Hummingbird's own `consumeWithCancellationOnInboundClose` crashes the process if the work is done before the end of
/// the request was seen, and gives each request a connection of its own; so connections are watched here.
final class DisconnectWatch: Sendable {
    private struct State {
        var cancellations: [ObjectIdentifier: [Int: @Sendable () -> Void]] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    /// Runs `body` as a task that is cancelled when the connection is closed, or the calling task is cancelled.
    func run<Output: Sendable>(
        on channel: any Channel, _ body: @escaping @Sendable () async throws -> Output
    ) async throws -> Output {
        let work = Task(operation: body)
        let registration = register(channel) { work.cancel() }
        defer { unregister(registration) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// The client closed the connection, or its sending half.
    func disconnected(_ channel: any Channel) {
        let gone = state.withLock { $0.cancellations.removeValue(forKey: ObjectIdentifier(channel)) }
        gone?.values.forEach { $0() }
    }

    typealias Registration = (connection: ObjectIdentifier, number: Int)

    /// Calls `cancel` when the connection is closed (immediately if it already is), until `unregister`.
    func register(_ channel: any Channel, _ cancel: @escaping @Sendable () -> Void) -> Registration {
        let connection = ObjectIdentifier(channel)
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.cancellations[connection, default: [:]][state.next] = cancel
            return state.next
        }
        if !channel.isActive { cancel() }
        return (connection, number)
    }

    func unregister(_ registration: Registration) {
        state.withLock { state in
            state.cancellations[registration.connection]?[registration.number] = nil
            if state.cancellations[registration.connection]?.isEmpty == true {
                state.cancellations[registration.connection] = nil
            }
        }
    }
}

/// Notices in the pipeline of a connection when that is closed.
final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = Any

    private let watch: DisconnectWatch

    init(_ watch: DisconnectWatch) { self.watch = watch }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The sending half was closed: a browser cancelled a request, or a program has ended.
        if let event = event as? ChannelEvent, case .inputClosed = event { watch.disconnected(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        watch.disconnected(context.channel)
        context.fireChannelInactive()
    }
}
