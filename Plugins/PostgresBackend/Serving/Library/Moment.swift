internal import Platform

/// The monotonic clock, in nanoseconds.
enum Moment {
    static var now: UInt64 { MonotonicTime.now }

    static func pause(milliseconds: Int) { Platform.pause(milliseconds: milliseconds) }
}
