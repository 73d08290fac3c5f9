import Foundation

/// Runs what blocks on a thread of its own, and waits for it without holding up the other tests.
public func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    let result: Result<Output, any Error> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result { try body() }) }
    }
    return try result.get()
}

/// Waits until something holds that another thread or process brings about; asks every few milliseconds.
///
/// - Throws: `TookTooLong` when it does not hold in five minutes, which no machine needs.
public func wait(until condition: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(300)
    while !condition() {
        guard ContinuousClock.now < end else { throw TookTooLong() }
        try await Task.sleep(for: .milliseconds(3))
    }
}

/// The same on a thread that may block, with an end of its own; whether it holds.
@discardableResult public func blocks(seconds: Double, until condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
        guard ContinuousClock.now < end else { return false }
        Thread.sleep(forTimeInterval: 0.005)
    }
    return true
}

/// What was waited for never came.
public struct TookTooLong: Error {}
