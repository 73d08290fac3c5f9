internal import PhotoModel

/// How much the guessing of a password is slowed down.
///
/// The limit applies to everyone together: attackers can choose their addresses. An owner who has to wait because of
/// others' guesses can sign in with a link.
enum GuessLimit {
    /// How many wrong guesses in a row are allowed without a pause.
    static let freeFailures = 5
    /// The first pause, in seconds. Each further pause is twice as long as the one before.
    static let firstPause = 5
    /// The longest pause, in seconds: no more than 96 guesses a day.
    static let longestPause = 15 * 60

    /// Seconds until the next guess is compared; 0: at once.
    ///
    /// - Parameters:
    ///   - failures: the number of wrong guesses in a row.
    ///   - last: the time of the last of them.
    static func pause(after failures: Int, last: Timestamp, now: Timestamp) -> Int {
        guard failures >= freeFailures else { return 0 }
        let doublings = min(failures - freeFailures, 16)
        let pause = min(firstPause << doublings, longestPause)
        let gone = now.milliseconds - last.milliseconds
        // If the clock was set back, the owner must not be kept out for that time.
        guard gone >= 0, gone < Int64(pause) * 1000 else { return 0 }
        return pause - Int(gone / 1000)
    }
}
