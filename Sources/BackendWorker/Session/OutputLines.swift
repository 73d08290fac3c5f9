internal import Platform

/// Splits what a process writes to its standard streams into lines for a log. The lines are cut, limited in number, and
/// too many bytes end the process. A pure value; times are in nanoseconds.
package struct OutputLines: Sendable {
    /// The most bytes of a line that are shown.
    private static let lineLimit = 1000
    /// Libraries that complain about each row of a damaged photo write less than this.
    private var bytes: TokenBucket

    private var line: [UInt8] = []
    private var limiter = LogLimiter()

    package init(now: UInt64) { bytes = TokenBucket(burst: 16 << 20, perSecond: 1 << 20, now: now) }

    /// Takes what was written.
    ///
    /// - Parameter write: gets each line that is shown, without its line break, and notes about dropped ones.
    /// - Returns: false if there were too many bytes, so that the process must be ended.
    package mutating func take(_ written: UnsafeRawBufferPointer, at now: UInt64, _ write: (String) -> Void) -> Bool {
        bytes.fill(at: now)
        guard bytes.take(UInt64(written.count)) else { return false }
        var start = 0
        while let end = written.offset(of: UInt8(ascii: "\n"), from: start) {
            add(written[start..<end])
            show(at: now, write)
            start = end + 1
        }
        add(written[start...])
        return true
    }

    /// Ends the output: what follows the last line break is a line, too.
    package mutating func finish(at now: UInt64, _ write: (String) -> Void) {
        if !line.isEmpty { show(at: now, write) }
    }

    private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
        line += bytes.prefix(Self.lineLimit - line.count)
    }

    private mutating func show(at now: UInt64, _ write: (String) -> Void) {
        defer { line.removeAll(keepingCapacity: true) }
        let (isWritten, note) = limiter.admit(at: now)
        if let note { write(note) }
        if isWritten { write(String(decoding: line, as: UTF8.self)) }
    }
}
