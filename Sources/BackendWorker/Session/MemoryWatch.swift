/// Notices that a worker uses more memory than it may. A pure value.
struct MemoryWatch {
    /// Milliseconds between two looks at a worker whose memory grows, and at one whose memory does not.
    private static let intervals = 100...1600
    /// Bytes of its own memory; 0: unlimited.
    let limit: UInt64
    private var last: UInt64 = 0
    /// Milliseconds until the next look.
    private(set) var interval = Self.intervals.lowerBound

    init(limit: UInt64) { self.limit = limit }

    /// What the kernel permits a worker with such a limit: more, so that it is seen beyond its limit before an allocation
    /// fails, which most plugins do not survive.
    static func hardLimit(of limit: UInt64) -> Int64 {
        let (bytes, isOverflow) = limit.addingReportingOverflow(min(limit, 1 << 30))
        return isOverflow ? .max : Int64(clamping: bytes)
    }

    /// - Parameter bytes: its own memory now; nil: not known.
    /// - Returns: why the worker is to be ended; nil: it may go on.
    mutating func fault(at bytes: UInt64?) -> String? {
        guard let bytes else { return nil }
        let isGrowing = bytes - bytes / 9 > last
        interval = isGrowing ? Self.intervals.lowerBound : min(interval * 2, Self.intervals.upperBound)
        last = bytes
        guard limit > 0, bytes > limit else { return nil }
        return "used \(bytes >> 20) MiB of memory, and may use \(limit >> 20) (\"maxWorkerBytes\" in the settings)"
    }
}
