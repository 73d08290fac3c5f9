import Foundation
import Testing

/// Runs each test of a suite on a thread of its own: Swift has as many of its own as there are processors, and a test that waits on one of
/// them for a server holds up all others.
struct MayBlock: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadEach()) { try await function() }
    }
}

extension Trait where Self == MayBlock {
    static var mayBlock: Self { Self() }
}

/// Runs each job on a new thread.
private final class ThreadEach: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
