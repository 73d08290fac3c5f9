internal import Foundation

/// Mutual exclusion whose waiters look up now and then, to see whether they should go on waiting.
final class Turn: Sendable {
    private static let patience = 0.02

    private let condition = NSCondition()
    // Touched between `lock` and `unlock` of `condition` alone.
    nonisolated(unsafe) private var isTaken = false

    /// Runs `body` when nobody else does.
    func take<Result>(
        check: () throws -> Void, _ body: () throws -> Result
    ) throws -> Result {
        try wait(check)
        defer { give() }
        return try body()
    }

    /// Runs `body` if nobody else does just now; nil otherwise.
    func takeIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
        condition.lock()
        let isFree = !isTaken
        isTaken = true
        condition.unlock()
        guard isFree else { return nil }
        defer { give() }
        return try body()
    }

    private func wait(_ check: () throws -> Void) throws {
        condition.lock()
        defer { condition.unlock() }
        while isTaken {
            _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
            guard isTaken else { break }
            condition.unlock()
            defer { condition.lock() }
            try check()
        }
        isTaken = true
    }

    private func give() {
        condition.lock()
        isTaken = false
        condition.signal()
        condition.unlock()
    }
}
