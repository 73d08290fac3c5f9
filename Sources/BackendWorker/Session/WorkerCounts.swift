internal import Platform

/// What became of the workers of this process.
package final class WorkerCounts: Sendable {
    /// Of all libraries.
    package struct Counts: Hashable, Sendable {
        /// Since this process began.
        package var started = 0
        /// Of these, those that crashed, ended by themselves, or were ended by the host for what they did.
        package var crashed = 0
        /// Of these, those that another process ended.
        package var endedFromOutside = 0
        /// Calls that no worker heard of, because what they are about ended some.
        package var refusedCalls = 0
        /// Bytes of their own memory when they were last looked at, by the numbers of the processes that run.
        fileprivate var memory: [Int32: UInt64] = [:]

        /// Those that run.
        package var running: Int { memory.count }
        /// Bytes of memory that those that run have for themselves, as of at most two seconds ago.
        package var bytes: UInt64 { memory.values.reduce(0) { $0 &+ $1 } }
    }

    /// Those of this process.
    package static let ofProcess = WorkerCounts()

    private let counts = Mutex(Counts())

    init() {}

    package var now: Counts { counts.withLock { $0 } }

    func started(_ process: Int32) {
        counts.withLock { counts in
            counts.started += 1
            counts.memory[process] = 0
        }
    }

    func note(_ process: Int32, bytes: UInt64) { counts.withLock { $0.memory[process] = bytes } }

    func ended(_ process: Int32, _ reason: ExitReason) {
        counts.withLock { counts in
            counts.memory[process] = nil
            switch reason {
            case .exit(0), .notStarted: break
            case .endedFromOutside: counts.endedFromOutside += 1
            case .exit, .signal, .givenUp: counts.crashed += 1
            }
        }
    }

    func refused() { counts.withLock { $0.refusedCalls += 1 } }
}
