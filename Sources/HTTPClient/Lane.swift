internal import CHTTP

/// Connections of libcurl that are used by one call at a time.
final class Lane: @unchecked Sendable {  // Unchecked: the pool gives it to one call at a time.
    private var lane = chttp_lane()
    /// The most connections that it may have at once.
    private(set) var width = 1
    /// Whether a caller waits for the answers.
    var isUrgent = false

    init?() {
        guard chttp_lane_open(&lane) != 0 else { return nil }
    }

    deinit { chttp_lane_close(&lane) }

    /// Sets the most connections at once.
    func allow(_ connections: Int) {
        width = connections
        chttp_lane_limit(&lane, connections, connections)
    }

    func begin(_ transfer: Transfer) -> Bool { chttp_lane_add(&lane, transfer.handle) != 0 }

    /// Makes progress with all transfers; if there is nothing to do, waits for at most that long.
    func step(milliseconds: Int) { chttp_lane_step(&lane, CInt(clamping: milliseconds)) }

    func finish(_ transfer: Transfer) {
        if !transfer.isEnded { chttp_lane_remove(&lane, transfer.handle) }
    }
}
