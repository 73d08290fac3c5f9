internal import Logging
internal import NIOCore
internal import Platform

/// The connections of a server. Closes those that hold it up.
///
/// It has its own timeouts because Hummingbird's idle timeout looks only at what is sent and received: a byte now and
/// then keeps a connection open for ever, and the time that a slow answer takes counts as idle.
final class OpenConnections: Sendable {
    private struct Open {
        let channel: any Channel
        /// The browser or program whose request is being answered, or was answered last; nil if it is not known.
        var asker: Asker?
    }

    private struct State {
        var table: ConnectionTable<ObjectIdentifier>
        var channels: [ObjectIdentifier: Open] = [:]
        /// When it was last logged that there are no descriptors left.
        var lastWarning: UInt64?
    }

    private let state: Mutex<State>
    private let limits: ConnectionLimits
    private let logger = Logger(label: "picker.http")

    init(_ limits: ConnectionLimits) {
        self.limits = limits
        state = Mutex(State(table: ConnectionTable(limits)))
    }

    /// The number of open connections.
    var count: Int { state.withLock { $0.table.count } }

    /// Manages the connections of a server until it ends. After this has returned, an error of `accept` does not end
    /// the server; do not announce the server's address before.
    func start(on server: any Channel) async {
        let interval = limits.shortestTime.nanoseconds / 8
        let pause = TimeAmount.nanoseconds(Int64(clamping: min(max(interval, 10_000_000), 1_000_000_000)))
        let task = server.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { [weak self] _ in
            self?.closeExpired()
        }
        server.closeFuture.whenComplete { _ in task.cancel() }
        let added = server.eventLoop.submit {
            try server.pipeline.syncOperations.addHandler(AcceptHandler(self), position: .first)
        }
        // It fails if the server is already ending.
        try? await added.get()
    }

    func opened(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        let toClose: (any Channel)? = state.withLock { state in
            let toClose = state.table.opened(identifier, at: MonotonicTime.now)
            if toClose == identifier { return channel }
            state.channels[identifier] = Open(channel: channel)
            return toClose.flatMap { state.channels.removeValue(forKey: $0)?.channel }
        }
        toClose?.close(promise: nil)
    }

    func closed(_ channel: any Channel) {
        let identifier = ObjectIdentifier(channel)
        state.withLock { state in
            // A connection that was refused is not in the table, and its identifier may be that of another connection
            // by now.
            guard state.channels[identifier]?.channel === channel else { return }
            state.channels[identifier] = nil
            state.table.closed(identifier)
        }
    }

    /// What was sent or received on a connection.
    enum Move: Sendable {
        case requestBegan, requestEnded, answerGrew, answerMoved, answerEnded, answersOver
        case requestGrew(Int)
    }

    func note(_ move: Move, on channel: any Channel) {
        let (identifier, now) = (ObjectIdentifier(channel), MonotonicTime.now)
        state.withLock { state in
            switch move {
            case .requestBegan:
                // A pipelined request waits while another one is answered, and that answer belongs to the same asker as
                // before.
                if !state.table.isAnswering(identifier) { state.channels[identifier]?.asker = nil }
                state.table.requestBegan(identifier, at: now)
            case .requestGrew(let bytes): state.table.requestGrew(identifier, by: bytes, at: now)
            case .requestEnded: state.table.requestEnded(identifier, at: now)
            case .answerGrew: state.table.answerGrew(identifier, at: now)
            case .answerMoved: state.table.answerMoved(identifier, at: now)
            case .answerEnded: state.table.answerEnded(identifier, at: now)
            case .answersOver: state.table.answersOver(identifier, at: now)
            }
        }
    }

    /// Notes who made the request that is being answered on a connection.
    func note(_ asker: Asker, on channel: any Channel) {
        state.withLock { $0.channels[ObjectIdentifier(channel)]?.asker = asker }
    }

    /// The askers whose requests are being answered, or were answered last on their connections.
    var askers: Set<Asker> { state.withLock { Set($0.channels.values.compactMap(\.asker)) } }

    /// Closes the connections of these askers, whose access was revoked.
    func close(of revoked: Set<Asker>) {
        guard !revoked.isEmpty else { return }
        let theirs = state.withLock { state in
            state.channels.values.filter { $0.asker.map(revoked.contains) ?? false }
        }
        theirs.forEach { $0.channel.close(promise: nil) }
    }

    private func closeExpired() {
        let expired = state.withLock { state in
            state.table.removeExpired(at: MonotonicTime.now).compactMap { state.channels.removeValue(forKey: $0) }
        }
        expired.forEach { $0.channel.close(promise: nil) }
    }

    /// Makes room for new connections after one could not be accepted, for example because there are no descriptors
    /// left.
    func acceptingFailed(_ error: any Error) {
        let now = MonotonicTime.now
        let (toClose, isNews): ([Open], Bool) = state.withLock { state in
            let isNews = state.lastWarning.map { now - $0 > 10_000_000_000 } ?? true
            if isNews { state.lastWarning = now }
            // Close several at a time: after each failure there is a pause in which new connections have to wait.
            let count = max(1, state.table.count / 4)
            let toClose = (0..<count).compactMap { _ in state.table.removeLeastNeeded(at: now) }
            return (toClose.compactMap { state.channels.removeValue(forKey: $0) }, isNews)
        }
        toClose.forEach { $0.channel.close(promise: nil) }
        guard isNews else { return }
        logger.warning("connections cannot be accepted: \(error); raise the limit of descriptors (ulimit -Hn)")
    }
}
