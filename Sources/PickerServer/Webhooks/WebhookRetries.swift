internal import PhotoModel

/// When a message that was not accepted is sent again.
enum WebhookRetries {
    /// Seconds to wait after each failed attempt; after the last one the message is given up. They add up to sixteen
    /// hours: the session is deleted after a day.
    private static let delays = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800]
    /// The delays are up to a tenth longer, so that messages that failed together are not sent together again.
    private static let spread = 0.1

    /// - Parameters:
    ///   - attempt: the number of the failed attempt, from 1.
    ///   - share: a random number from 0 to 1.
    /// - Returns: nil if it was the last attempt.
    static func next(after attempt: Int, now: Timestamp, share: Double = .random(in: 0...1)) -> Timestamp? {
        guard attempt >= 1, attempt <= delays.count else { return nil }
        let milliseconds = Double(delays[attempt - 1]) * 1000 * (1 + spread * share)
        return Timestamp(milliseconds: now.milliseconds + Int64(milliseconds))
    }
}
