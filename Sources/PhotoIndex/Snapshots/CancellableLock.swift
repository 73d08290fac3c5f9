internal import Foundation
package import PhotoModel

/// A lock whose waiting threads check every few milliseconds whether they are cancelled.
package final class CancellableLock: Sendable {
    /// Seconds between two checks.
    private static let patience = 0.02

    private let condition = NSCondition()
    // Accessed only between `lock` and `unlock` of `condition`.
    nonisolated(unsafe) private var isTaken = false

    package init() {}

    /// Runs `body` while no other thread holds the lock.
    package func withLock<Result>(
        cancellation: Cancellation, _ body: () throws -> Result
    ) throws -> Result {
        try wait(cancellation)
        defer { give() }
        return try body()
    }

    /// Runs `body` if no other thread holds the lock; otherwise returns nil.
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
