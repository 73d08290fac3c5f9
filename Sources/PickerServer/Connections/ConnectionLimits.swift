internal import Platform

/// What a client may hold of the server without asking for anything, or without reading what it asked for. How long an answer
/// takes to make has no limit here: that is the answer's own affair.
public struct ConnectionLimits: Sendable {
    /// Connections that are open at once, at least 1. One more closes another that has nothing to do.
    public var count: Int
    /// How long a new connection may take to send the head of its first request.
    public var headTime: Duration
    /// How long a connection stays open after its last answer.
    public var idleTime: Duration
    /// How long the body of a request may take, besides a second for each `bodyRate` bytes of it that came.
    public var bodyTime: Duration
    /// Bytes a second, at least 1, that a body of a request comes with at the slowest.
    public var bodyRate: Int
    /// How long a client may take no byte of an answer that waits for it. An answer that is being made, and events that have
    /// nothing to report, do not wait for the client.
    public var unreadTime: Duration
    /// How long a client may take to close its side after the last answer, while what it still sends is thrown away.
    public var lingerTime: Duration
    /// When there is no room, and every connection has a request: how long nothing must have moved on the one that is
    /// closed for a new one. Where something moved on all, it is the new one that is closed.
    public var stillTime: Duration

    /// - Parameter count: nil: as many as descriptors of this process allow, with some left for files and workers.
    public init(
        count: Int? = nil, headTime: Duration = .seconds(10), idleTime: Duration = .seconds(60),
        bodyTime: Duration = .seconds(20), bodyRate: Int = 1024, unreadTime: Duration = .seconds(30),
        lingerTime: Duration = .seconds(5), stillTime: Duration = .seconds(10)
    ) {
        self.count = count ?? Self.standardCount(descriptors: (try? LimitedResource.descriptors.limit)?.current)
        self.headTime = headTime
        self.idleTime = idleTime
        self.bodyTime = bodyTime
        self.bodyRate = bodyRate
        self.unreadTime = unreadTime
        self.lingerTime = lingerTime
        self.stillTime = stillTime
    }

    /// The least of all times that a connection may take for something.
    var shortestTime: Duration { min(headTime, idleTime, bodyTime, unreadTime, lingerTime) }

    /// A quarter of the descriptors, at most 256, is left for files, folders, workers and the index.
    static func standardCount(descriptors: UInt64?) -> Int {
        let all = Int(clamping: descriptors ?? 1024)
        return max(1, min(4096, all - min(all / 4, 256)))
    }
}
