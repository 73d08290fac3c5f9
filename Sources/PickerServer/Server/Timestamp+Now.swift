internal import PhotoModel
internal import Platform

extension Timestamp {
    /// The time of the system's clock.
    static var now: Timestamp { Timestamp(milliseconds: WallTime.now / 1_000_000) }

    /// The time this many seconds later.
    func adding(seconds: Int) -> Timestamp { Timestamp(milliseconds: milliseconds + Int64(seconds) * 1000) }
}
