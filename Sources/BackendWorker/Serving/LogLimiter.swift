/// Lets so many lines of a plugin into a log, and counts the others. A pure value; times in nanoseconds.
package struct LogLimiter: Sendable {
    /// Lines at once, and each second on.
    private static let burst: UInt64 = 200
    private static let perSecond: UInt64 = 20

    private var room = Self.burst
    private var last: UInt64 = 0
    private var dropped = 0

    package init() {}

    /// What becomes of one more line: whether it is written, and before it a note on those that are not.
    package mutating func admit(at now: UInt64) -> (isWritten: Bool, note: String?) {
        let gained = (max(now, last) - last) / (1_000_000_000 / Self.perSecond)
        if gained > 0 {
            room = min(Self.burst, room + min(gained, Self.burst))
            last = now
        }
        // Once lines are dropped, they are for a second: there are two notes of it then, and not two for each line.
        guard room >= (dropped > 0 ? Self.perSecond : 1) else {
            dropped += 1
            return (
                false, dropped == 1 ? "it logs more than \(Self.perSecond) lines a second: others are dropped" : nil
            )
        }
        room -= 1
        defer { dropped = 0 }
        return (true, dropped == 0 ? nil : "\(dropped) of its lines were dropped")
    }
}

/// The same for lines of all levels: unimportant lines do not use up the room for warnings and errors.
package struct LogLimiters: Sendable {
    private var chatter = LogLimiter()
    private var warnings = LogLimiter()

    package init() {}

    /// What becomes of one more line.
    ///
    /// - Parameter isUrgent: whether it is a warning or an error.
    package mutating func admit(at now: UInt64, isUrgent: Bool) -> (isWritten: Bool, note: String?) {
        isUrgent ? warnings.admit(at: now) : chatter.admit(at: now)
    }
}
