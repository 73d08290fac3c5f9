internal import Platform

/// Counts the workers of this process and how they ended.
package final class WorkerCounts: Sendable {
    /// The counts for all libraries.
    package struct Counts: Hashable, Sendable {
        /// Workers that were started since this process began.
        package var started = 0
        /// Those of them that crashed, ended by themselves, or were ended by the host for what they did.
        package var crashed = 0
        /// Those of them that another process ended.
        package var endedFromOutside = 0
        /// Calls that were refused because their asset had ended workers.
        package var refusedCalls = 0
        /// The private memory, in bytes, of the running workers when it was last checked, by process ID.
        fileprivate var memory: [Int32: UInt64] = [:]

        /// The number of running workers.
        package var running: Int { memory.count }
        /// The private memory of the running workers, in bytes, as it was at most two seconds ago.
        package var bytes: UInt64 { memory.values.reduce(0) { $0 &+ $1 } }
    }

    /// The counts of this process.
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
