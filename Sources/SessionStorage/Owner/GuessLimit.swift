internal import PhotoModel

/// How much guessing of a password is slowed down.
///
/// For all who guess together: what addresses they come from is theirs to choose. Who is kept waiting by others' guesses signs in
/// with a link.
enum GuessLimit {
    /// So many may be wrong one after the other before there is a pause.
    static let freeFailures = 5
    /// Seconds of the first pause. Each is twice the one before.
    static let firstPause = 5
    /// Seconds; a password is guessed at no more than 96 times a day.
    static let longestPause = 15 * 60

    /// Seconds until the next guess is compared; 0: now.
    ///
    /// - Parameters:
    ///   - failures: how many were wrong one after the other.
    ///   - last: when the last of them came.
    static func pause(after failures: Int, last: Timestamp, now: Timestamp) -> Int {
        guard failures >= freeFailures else { return 0 }
        let doublings = min(failures - freeFailures, 16)
        let pause = min(firstPause << doublings, longestPause)
        let gone = now.milliseconds - last.milliseconds
        // A clock that was set back would keep the owner out for as long.
        guard gone >= 0, gone < Int64(pause) * 1000 else { return 0 }
        return pause - Int(gone / 1000)
    }
}
