internal import PhotoModel
internal import Platform

/// The lanes of a client: together no more connections than it may have, each lane used by one call at a time.
///
/// A lane keeps its connections open for the next call, since a new one costs ways there and back. One request takes a lane of
/// one connection; several take a wide one, which a single request would keep from others.
final class LanePool: Sendable {
    private struct State {
        /// The warmest last.
        var narrow: [Lane] = []
        var wide: [Lane] = []
        /// Connections that no lane has.
        var free: Int
        /// Calls that others wait for: in lanes, and on their way into one.
        var urgent = 0

        /// A lane for so many requests, and what makes room for it; nil while others have all connections.
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

    /// What a call was given.
    private struct Taken {
        /// Nil: a new one.
        var lane: Lane?
        /// How many connections it may have.
        var width = 0
        /// Those whose connections it has now.
        var closed: [Lane] = []
    }

    /// Nanoseconds for which a call lets others go first: under steady load its turn comes, too.
    private static let mostPatience: UInt64 = 1_000_000_000
    private let monitor: Monitor<State>

    init(connections: Int) { monitor = Monitor(State(free: connections)) }

    /// A lane for so many requests, of as many connections as there are; waits while all are in use.
    ///
    /// - Parameter yields: waits, for a second at most, while others wait for answers or for a lane.
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
            // Before there are others in their place.
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
        // One that waits may need more than this one had, or let others go first.
        monitor.wakeAll()
    }
}
