/// The calls that run on the threads of one pool, and the threads that were given up because their calls ignore their time. A
/// pure value; times are nanoseconds of one clock.
struct RunningCalls<Call> {
    private struct Running {
        let call: Call
        /// What its job is charged.
        let bytes: Int
        /// When its thread is given up; nil: never.
        let end: UInt64?
    }

    /// Given up threads that others replace, at most: each is a thread of the system, and holds what its call does.
    static var replacementLimit: Int { 8 }

    private var running: [Int: Running] = [:]
    /// Numbers of the calls whose threads were given up and that have not returned.
    private var lost: Set<Int> = []

    /// Threads that others replace now.
    var replacedCount: Int { min(lost.count, Self.replacementLimit) }
    var lostCount: Int { lost.count }
    /// Whether there are calls whose time can come.
    var isTimed: Bool { running.values.contains { $0.end != nil } }

    mutating func begin(_ number: Int, _ call: Call, bytes: Int, end: UInt64?) {
        running[number] = Running(call: call, bytes: bytes, end: end)
    }

    /// A call returned.
    ///
    /// - Returns: what it is still charged, and whether its thread was given up.
    mutating func end(_ number: Int) -> (bytes: Int, isLost: Bool) {
        if lost.remove(number) != nil { return (0, true) }
        return (running.removeValue(forKey: number)?.bytes ?? 0, false)
    }

    /// Gives up the threads of the calls whose time is over.
    ///
    /// - Returns: those calls, and what they are charged: nothing says when they give their memory back.
    mutating func giveUp(at now: UInt64) -> (calls: [Call], bytes: Int) {
        let late = running.filter { entry in entry.value.end.map { $0 <= now } ?? false }
        for number in late.keys {
            running[number] = nil
            lost.insert(number)
        }
        return (late.sorted { $0.key < $1.key }.map(\.value.call), late.values.reduce(0) { $0 + $1.bytes })
    }
}
