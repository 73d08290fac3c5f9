internal import PhotoModel
internal import Platform

/// The lanes of a client: no more than its connections, each used by one call at a time, the warmest first.
final class LanePool: Sendable {
    private struct State {
        var idle: [Lane] = []
        /// Connections that may still be made.
        var free: Int
    }

    private let monitor: Monitor<State>
    private let connections: Int

    init(connections: Int) {
        self.connections = connections
        monitor = Monitor(State(free: connections))
    }

    /// A lane, and how many connections it may have; waits while all are in use.
    func take(_ wanted: Int, _ cancellation: Cancellation) throws(HTTPError) -> (lane: Lane, connections: Int) {
        while true {
            if let reason = cancellation.reason { throw .ended(reason) }
            let taken = monitor.wait(milliseconds: 20) { state -> (Lane?, Int)? in
                guard state.free > 0 else { return nil }
                let granted = max(1, min(wanted, state.free))
                state.free -= granted
                return (state.idle.popLast(), granted)
            }
            guard let (idle, granted) = taken else { continue }
            guard let lane = idle ?? Lane() else {
                giveBack(nil, granted)
                throw .failed("libcurl cannot be used")
            }
            lane.allow(granted)
            return (lane, granted)
        }
    }

    /// Gives a lane back. One that may have several connections is closed: the others could not count them.
    func giveBack(_ lane: Lane?, _ granted: Int) {
        monitor.withLock { state in
            state.free += granted
            if let lane, granted == 1 || lane.connectionsMade <= 1 { state.idle.append(lane) }
        }
        granted == 1 ? monitor.wakeOne() : monitor.wakeAll()
    }
}
