internal import Platform

/// Decides which errors of the store are logged: each reason once a minute. While a store is away or damaged, every
/// request fails for the same reason, also those of strangers, who could fill the log.
final class StoreErrorLog: Sendable {
    /// One for all requests of the process.
    static let shared = StoreErrorLog()

    /// Nanoseconds between two lines with the same reason.
    private static let interval: UInt64 = 60_000_000_000
    /// The most reasons that are remembered; with one more, all are forgotten.
    private static let mostReasons = 100

    /// When each reason was last logged.
    private let times = Mutex<[String: UInt64]>([:])

    /// Whether a reason is to be logged now.
    ///
    /// - Parameter now: on `MonotonicTime`.
    func isNews(_ reason: String, at now: UInt64) -> Bool {
        times.withLock { times in
            if let last = times[reason], now < last + Self.interval { return false }
            if times.count >= Self.mostReasons { times = [:] }
            times[reason] = now
            return true
        }
    }
}
