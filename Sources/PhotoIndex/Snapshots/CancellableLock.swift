internal import Foundation
internal import PhotoModel

/// A lock whose waiters ask every few milliseconds whether what they wait for is still wanted.
final class CancellableLock: Sendable {
    /// Seconds between two questions.
    private static let patience = 0.02

    private let condition = NSCondition()
    // Touched between `lock` and `unlock` of `condition` alone.
    nonisolated(unsafe) private var isTaken = false

    /// Runs `body` while no other thread does.
    func withLock<Result>(
        cancellation: Cancellation, _ body: () throws -> Result
    ) throws -> Result {
        try wait(cancellation)
        defer { give() }
        return try body()
    }

    /// Runs `body` if no other thread does just now; nil otherwise.
    func withLockIfFree<Result>(_ body: () throws -> Result) rethrows -> Result? {
        condition.lock()
        let isFree = !isTaken
        isTaken = true
        condition.unlock()
        guard isFree else { return nil }
        defer { give() }
        return try body()
    }

    private func wait(_ cancellation: Cancellation) throws {
        condition.lock()
        defer { condition.unlock() }
        while isTaken {
            _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
            guard isTaken else { break }
            condition.unlock()
            defer { condition.lock() }
            try cancellation.checkIndexing()
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
