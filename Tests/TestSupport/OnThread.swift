import Foundation

/// Runs what blocks on a thread of its own, and waits for it without holding up the other tests.
public func onThread<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
    let result: Result<Output, any Error> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result { try body() }) }
    }
    return try result.get()
}
