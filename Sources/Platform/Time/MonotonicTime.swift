internal import Glibc

/// The clock of deadlines (R12), the same for all processes of the machine. It never goes back.
package enum MonotonicTime {
    /// Nanoseconds since some fixed moment.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// The same in nanoseconds, which the clocks here count; 0 when it is negative. Of a time of more than 136 years no more than that, so
    /// that it can be added to the time of any clock.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
    }
}

/// The time for which a processor worked, whatever else it did meanwhile.
package enum ProcessorTime {
    /// Nanoseconds for which the calling thread ran.
    package static var ofThread: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// The clock on the wall, by which file systems mark changes. It may be set back.
package enum WallTime {
    /// Nanoseconds since 1970-01-01, UTC.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The day in the time zone of the machine, as `2026-11-21`.
    package static var localDay: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 16)
        let count = strftime(&text, text.count, "%Y-%m-%d", &parts)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Lets the calling thread do nothing for a while; shorter when a signal is handled on it.
package func pause(milliseconds: Int) { _ = poll(nil, 0, CInt(clamping: milliseconds)) }
