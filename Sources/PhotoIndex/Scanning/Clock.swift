internal import PhotoModel
internal import Platform

extension Timestamp {
    /// The time by this machine's clock.
    static var now: Timestamp { Timestamp(milliseconds: WallTime.now / 1_000_000) }
}

extension Duration {
    /// The duration in nanoseconds, rounded toward zero and limited to about 285 years.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, -9_000_000_000), 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
