/// Detects that a worker uses more memory than it may. A pure value.
struct MemoryWatch {
    /// Milliseconds between two checks: the lower bound while the worker's memory grows, and up to the upper bound
    /// while it does not.
    private static let intervals = 100...1600
    /// The most bytes of private memory; 0 for no limit.
    let limit: UInt64
    private var last: UInt64 = 0
    /// Milliseconds until the next check.
    private(set) var interval = Self.intervals.lowerBound

    init(limit: UInt64) { self.limit = limit }

    /// The limit that the kernel enforces for a worker. It is higher, so that a worker is found to exceed its limit
    /// before an allocation fails, which most plugins do not survive.
    static func hardLimit(of limit: UInt64) -> Int64 {
        let (bytes, isOverflow) = limit.addingReportingOverflow(min(limit, 1 << 30))
        return isOverflow ? .max : Int64(clamping: bytes)
    }

    /// Checks the memory of the worker.
    ///
    /// - Parameter bytes: its private memory now; nil if not known.
    /// - Returns: why the worker must be ended; nil if it may go on.
    mutating func fault(at bytes: UInt64?) -> String? {
        guard let bytes else { return nil }
        let isGrowing = bytes - bytes / 9 > last
        interval = isGrowing ? Self.intervals.lowerBound : min(interval * 2, Self.intervals.upperBound)
        last = bytes
        guard limit > 0, bytes > limit else { return nil }
        return "used \(bytes >> 20) MiB of memory, and may use \(limit >> 20) (\"maxWorkerBytes\" in the settings)"
    }
}
