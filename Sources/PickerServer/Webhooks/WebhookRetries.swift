internal import PhotoModel

/// When a message that was not accepted is sent again.
enum WebhookRetries {
    /// Seconds after each attempt; after the last one the message is given up. Sixteen hours in all: the session is forgotten
    /// after a day.
    private static let delays = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800]
    /// Up to a tenth later, so that what failed together is not sent together.
    private static let spread = 0.1

    /// - Parameters:
    ///   - attempt: the number of the one that failed, from 1.
    ///   - share: from 0 to 1, by chance.
    /// - Returns: nil when it was the last.
    static func next(after attempt: Int, now: Timestamp, share: Double = .random(in: 0...1)) -> Timestamp? {
        guard attempt >= 1, attempt <= delays.count else { return nil }
        let milliseconds = Double(delays[attempt - 1]) * 1000 * (1 + spread * share)
        return Timestamp(milliseconds: now.milliseconds + Int64(milliseconds))
    }
}
