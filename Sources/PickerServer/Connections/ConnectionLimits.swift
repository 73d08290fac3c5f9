internal import Platform

/// How much of a server clients may occupy without sending a request, or without reading the answer. There is no limit
/// here to how long an answer takes to make.
public struct ConnectionLimits: Sendable {
    /// The most connections that are open at once, at least 1. When there are more, an idle one is closed.
    public var count: Int
    /// How long a new connection may take to send the head of its first request.
    public var headTime: Duration
    /// How long a connection stays open after its last answer, if no request follows.
    public var idleTime: Duration
    /// How long the body of a request may take, plus a second for each `bodyRate` bytes of it that have arrived.
    public var bodyTime: Duration
    /// The slowest rate at which a request's body may arrive, in bytes per second; at least 1.
    public var bodyRate: Int
    /// The most bytes of a request's body, including those that are thrown away because the request is refused. Several
    /// times as much as any request needs.
    public var bodyBytes: Int
    /// How long a client may leave a part of an answer unread that waits for it. An answer that is still being made,
    /// and a stream of events without news, do not wait for the client.
    public var unreadTime: Duration
    /// How long a client may take to close its side after the last answer. What it still sends in that time is thrown
    /// away.
    public var lingerTime: Duration
    /// If there is no room and every connection has a request, one of them is closed if nothing was sent or received on
    /// it for this long; if there is none, the new connection is closed.
    public var stillTime: Duration

    /// - Parameter count: nil: as many as this process's limit of descriptors allows, with some left for files and
    ///   workers.
    public init(
        count: Int? = nil, headTime: Duration = .seconds(10), idleTime: Duration = .seconds(60),
        bodyTime: Duration = .seconds(20), bodyRate: Int = 1024, bodyBytes: Int = 64 << 20,
        unreadTime: Duration = .seconds(30), lingerTime: Duration = .seconds(5), stillTime: Duration = .seconds(10)
    ) {
        self.count = count ?? Self.standardCount(descriptors: (try? LimitedResource.descriptors.limit)?.current)
        self.headTime = headTime
        self.idleTime = idleTime
        self.bodyTime = bodyTime
        self.bodyRate = bodyRate
        self.bodyBytes = bodyBytes
        self.unreadTime = unreadTime
        self.lingerTime = lingerTime
        self.stillTime = stillTime
    }

    /// The shortest of the times that a connection may take for something.
    var shortestTime: Duration { min(headTime, idleTime, bodyTime, unreadTime, lingerTime) }

    /// How many connections the descriptors allow: a quarter of them, at most 256, is left for files, folders, workers
    /// and the index.
    static func standardCount(descriptors: UInt64?) -> Int {
        let all = Int(clamping: descriptors ?? 1024)
        return max(1, min(4096, all - min(all / 4, 256)))
    }
}
