internal import PhotoModel

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Does nothing for a while.
func pause(milliseconds: Int) { _ = poll(nil, 0, CInt(clamping: milliseconds)) }

/// Nanoseconds since 1970, by the clock that file systems use for their times.
func currentNanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

extension Timestamp {
    /// By this machine's clock.
    static var now: Timestamp { Timestamp(milliseconds: currentNanoseconds() / 1_000_000) }
}

extension Duration {
    /// Without what is less than a nanosecond; of some hundred years at most.
    var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, -9_000_000_000), 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
