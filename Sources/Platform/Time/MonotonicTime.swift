internal import Glibc

/// The clock of deadlines (R12), which is the same for all processes of the machine and never goes back.
package enum MonotonicTime {
    /// Nanoseconds since an arbitrary fixed moment.
    package static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// The duration in nanoseconds: 0 if it is negative, and at most some 136 years, so that it can be added to the time of any
    /// clock.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(clamping: min(seconds, 1 << 32)) * 1_000_000_000 + UInt64(clamping: attoseconds / 1_000_000_000)
    }
}

/// Processor time.
package enum ProcessorTime {
    /// The processor time of the calling thread, in nanoseconds.
    package static var ofThread: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// The wall clock, by which file systems record changes. It may be set back.
package enum WallTime {
    /// Nanoseconds since 1970-01-01, UTC.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Today in the machine's time zone, such as `2026-11-21`.
    package static var localDay: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 16)
        let count = strftime(&text, text.count, "%Y-%m-%d", &parts)
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Makes the calling thread sleep; it wakes up earlier if a signal is handled on it.
package func pause(milliseconds: Int) { _ = poll(nil, 0, CInt(clamping: milliseconds)) }
