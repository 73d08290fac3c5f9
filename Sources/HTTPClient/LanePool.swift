internal import PhotoModel
internal import Platform

/// The lanes of a client. Together they have no more connections than the client may have, and one call at a time uses
/// each lane.
///
/// A lane keeps its connections open for the next call, since a new one costs round trips. A single request takes a
/// lane with one connection. Several requests take a wide one, which would be wasted on a single request.
final class LanePool: Sendable {
    private struct State {
        /// Lanes of one connection; the one that was used last is at the end.
        var narrow: [Lane] = []
        var wide: [Lane] = []
        /// The number of connections that no lane has.
        var free: Int
        /// The number of calls for which callers wait, with or without a lane.
        var urgent = 0

        /// A lane for this many requests, and the lanes that are closed for it; nil while others have all connections.
        mutating func take(_ wanted: Int) -> Taken? {
            if wanted == 1, let lane = narrow.popLast() { return Taken(lane: lane, width: 1) }
            var taken = Taken()
            if wanted > 1, let lane = wide.popLast() { taken = Taken(lane: lane, width: lane.width) }
            while taken.width < wanted {
                if free == 0, let closed = narrow.popLast() ?? wide.popLast() {
                    taken.closed.append(closed)
                    free += closed.width
                }
                guard free > 0 else { break }
                let more = min(wanted - taken.width, free)
                (taken.width, free) = (taken.width + more, free - more)
            }
            return taken.width > 0 ? taken : nil
        }
    }

    /// What a call gets.
    private struct Taken {
        /// Nil: a new lane.
        var lane: Lane?
        /// How many connections it may have.
        var width = 0
        /// The lanes whose connections it takes over.
        var closed: [Lane] = []
    }

    /// How long a call lets others go first, in nanoseconds, so that it gets its turn under constant load, too.
    private static let mostPatience: UInt64 = 1_000_000_000
    private let monitor: Monitor<State>

    init(connections: Int) { monitor = Monitor(State(free: connections)) }

    /// Takes a lane for this many requests, with as many connections as are available; waits while all are in use.
    ///
    /// - Parameter yields: whether to wait, for a second at most, while others wait for answers or for a lane.
    func take(_ wanted: Int, _ cancellation: Cancellation, yields: Bool = false) throws(HTTPError) -> Lane {
        if !yields { monitor.withLock { $0.urgent += 1 } }
        do throws(HTTPError) {
            let lane = try wait(max(1, wanted), cancellation, patience: yields ? Self.mostPatience : 0)
            lane.isUrgent = !yields
            return lane
        } catch {
            if !yields { monitor.withLock { $0.urgent -= 1 } }
            throw error
        }
    }

    private func wait(_ wanted: Int, _ cancellation: Cancellation, patience: UInt64) throws(HTTPError) -> Lane {
        let begin = MonotonicTime.now
        while true {
            if let reason = cancellation.reason { throw .ended(reason) }
            let taken = monitor.wait(milliseconds: 20) { state in
                state.urgent > 0 && MonotonicTime.now - begin < patience ? nil : state.take(wanted)
            }
            guard var taken else { continue }
            // Close them before new connections replace them.
            taken.closed = []
            guard let lane = taken.lane ?? Lane() else {
                monitor.withLock { $0.free += taken.width }
                monitor.wakeAll()
                throw .failed("libcurl cannot be used")
            }
            lane.allow(taken.width)
            return lane
        }
    }

    func giveBack(_ lane: Lane) {
        monitor.withLock { state in
            if lane.isUrgent { state.urgent -= 1 }
            if lane.width == 1 { state.narrow.append(lane) } else { state.wide.append(lane) }
        }
        // A waiting call may need more connections than this lane had, or may be letting others go first; so wake all.
        monitor.wakeAll()
    }
}
