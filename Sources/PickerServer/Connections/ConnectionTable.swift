internal import Platform

/// Which connections are open, what each is doing, and since when. Decides which of them are closed because they take
/// too long, or to make room. All times are nanoseconds of one clock.
struct ConnectionTable<Identifier: Hashable> {
    private struct Connection {
        /// When it became idle or was opened.
        var idleSince: UInt64
        /// When anything was last received or sent.
        var lastMove: UInt64
        var hasAsked = false
        /// The request that is being received: since when, and how many bytes of its body have arrived.
        var incoming: (since: UInt64, bytes: Int)?
        /// The number of requests that have begun and whose answer has not ended.
        var openAnswers = 0
        /// The number of parts of answers that are ready and not passed to the system yet, because the client does not
        /// read.
        var unreadParts = 0
        /// When the client last read one of them, or when the first was ready.
        var unreadSince: UInt64 = 0
        /// Since when no more answers follow and the connection waits for the client to close its side; nil before
        /// that.
        var lingersSince: UInt64?

        var isIdle: Bool { incoming == nil && openAnswers == 0 }

        mutating func partWentOut(at now: UInt64) {
            unreadParts = max(0, unreadParts - 1)
            unreadSince = now
        }
    }

    let limits: ConnectionLimits
    private var connections: [Identifier: Connection] = [:]

    init(_ limits: ConnectionLimits) { self.limits = limits }

    var count: Int { connections.count }

    /// Adds a connection that was opened.
    ///
    /// - Returns: the connection to close for it, which may be the new one itself; nil while there is room.
    mutating func opened(_ identifier: Identifier, at now: UInt64) -> Identifier? {
        var toClose: Identifier?
        if connections.count >= max(1, limits.count) {
            toClose = leastNeeded(at: now)
            guard let toClose else { return identifier }
            connections[toClose] = nil
        }
        connections[identifier] = Connection(idleSince: now, lastMove: now)
        return toClose
    }

    mutating func closed(_ identifier: Identifier) { connections[identifier] = nil }

    /// Whether a request has arrived whose answer has not ended.
    func isAnswering(_ identifier: Identifier) -> Bool { connections[identifier].map { $0.openAnswers > 0 } ?? false }

    /// The head of a request has arrived.
    mutating func requestBegan(_ identifier: Identifier, at now: UInt64) {
        change(identifier, now) {
            $0.hasAsked = true
            $0.incoming = (now, 0)
            $0.openAnswers += 1
        }
    }

    /// A part of a request's body has arrived.
    mutating func requestGrew(_ identifier: Identifier, by bytes: Int, at now: UInt64) {
        change(identifier, now) { $0.incoming?.bytes += bytes }
    }

    /// The whole request has arrived.
    mutating func requestEnded(_ identifier: Identifier, at now: UInt64) {
        change(identifier, now) { $0.incoming = nil }
    }

    /// A part of an answer is ready to be sent.
    mutating func answerGrew(_ identifier: Identifier, at now: UInt64) {
        guard var connection = connections[identifier] else { return }
        if connection.unreadParts == 0 { connection.unreadSince = now }
        connection.unreadParts += 1
        connections[identifier] = connection
    }

    /// A part of an answer was sent.
    mutating func answerMoved(_ identifier: Identifier, at now: UInt64) {
        change(identifier, now) { $0.partWentOut(at: now) }
    }

    /// The last part of an answer was sent. That includes answers to what could not be read as a request, for which no
    /// request was noted.
    mutating func answerEnded(_ identifier: Identifier, at now: UInt64) {
        change(identifier, now) {
            $0.hasAsked = true
            $0.partWentOut(at: now)
            $0.openAnswers = max(0, $0.openAnswers - 1)
        }
    }

    /// No more answers follow. What the client still sends is thrown away until it closes its side.
    mutating func answersOver(_ identifier: Identifier, at now: UInt64) {
        change(identifier, now) { $0.lingersSince = now }
    }

    private mutating func change(_ identifier: Identifier, _ now: UInt64, _ body: (inout Connection) -> Void) {
        guard var connection = connections[identifier] else { return }
        body(&connection)
        connection.lastMove = now
        if connection.isIdle { connection.idleSince = now }
        connections[identifier] = connection
    }

    /// Removes the connections whose time is over.
    ///
    /// - Returns: the connections to close.
    mutating func removeExpired(at now: UInt64) -> [Identifier] {
        let expired = connections.filter { deadline(of: $0.value).map { $0 <= now } ?? false }.map(\.key)
        for identifier in expired { connections[identifier] = nil }
        return expired
    }

    /// Removes the connection that is needed least, when there are no descriptors left.
    mutating func removeLeastNeeded(at now: UInt64) -> Identifier? {
        let identifier = leastNeeded(at: now)
        if let identifier { connections[identifier] = nil }
        return identifier
    }

    private func deadline(of connection: Connection) -> UInt64? {
        let unread = connection.unreadParts > 0 ? connection.unreadSince &+ limits.unreadTime.nanoseconds : nil
        let lingering = connection.lingersSince.map { $0 &+ limits.lingerTime.nanoseconds }
        return [unread, lingering, deadlineOfRequest(on: connection)].compactMap(\.self).min()
    }

    private func deadlineOfRequest(on connection: Connection) -> UInt64? {
        if let incoming = connection.incoming {
            // It may come fast and have no end.
            guard incoming.bytes <= limits.bodyBytes else { return incoming.since }
            let rate = UInt64(clamping: max(1, limits.bodyRate))
            let earned = UInt64(clamping: incoming.bytes) * (1_000_000_000 / rate)
            return incoming.since &+ limits.bodyTime.nanoseconds &+ earned
        }
        guard connection.isIdle else { return nil }
        return connection.idleSince &+ (connection.hasAsked ? limits.idleTime : limits.headTime).nanoseconds
    }

    /// The connection that has been idle the longest; if there is none, the one whose request has been arriving the
    /// longest; if there is none, one whose answer has not moved for long.
    private func leastNeeded(at now: UInt64) -> Identifier? {
        if let idle = connections.lazy.filter({ $0.value.isIdle }).min(by: { $0.value.idleSince < $1.value.idleSince })
        {
            return idle.key
        }
        let incoming = connections.lazy.compactMap { entry in entry.value.incoming.map { (entry.key, $0.since) } }
        if let slow = incoming.min(by: { $0.1 < $1.1 }) { return slow.0 }
        guard let still = connections.min(by: { $0.value.lastMove < $1.value.lastMove }) else { return nil }
        return still.value.lastMove &+ limits.stillTime.nanoseconds <= now ? still.key : nil
    }
}
