/// Limits how many lines of a plugin get into a log, and counts the others. A pure value; times are in nanoseconds.
package struct LogLimiter: Sendable {
    private static let perSecond: UInt64 = 20

    private var lines = TokenBucket(burst: 200, perSecond: perSecond)
    private var dropped = 0

    package init() {}

    /// Decides about one more line: whether it is written, and which note about dropped lines is written before it.
    package mutating func admit(at now: UInt64) -> (isWritten: Bool, note: String?) {
        lines.fill(at: now)
        // Once lines are dropped, they are dropped for a second, so that there are two notes in that time and not two
        // for each line.
        guard lines.room >= (dropped > 0 ? Self.perSecond : 1), lines.take() else {
            dropped += 1
            return (
                false, dropped == 1 ? "it logs more than \(Self.perSecond) lines a second: others are dropped" : nil
            )
        }
        defer { dropped = 0 }
        return (true, dropped == 0 ? nil : "\(dropped) of its lines were dropped")
    }
}

/// Limits lines of all levels. Unimportant ones do not use up the room for warnings and errors.
package struct LogLimiters: Sendable {
    private var chatter = LogLimiter()
    private var warnings = LogLimiter()

    package init() {}

    /// Decides about one more line, as `LogLimiter` does.
    ///
    /// - Parameter isUrgent: whether it is a warning or an error.
    package mutating func admit(at now: UInt64, isUrgent: Bool) -> (isWritten: Bool, note: String?) {
        isUrgent ? warnings.admit(at: now) : chatter.admit(at: now)
    }
}
