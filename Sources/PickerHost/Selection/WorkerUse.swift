internal import BackendWorker

/// What became of all workers in which this process runs the plugins of isolated libraries.
public struct WorkerUse: Hashable, Sendable, Codable {
    /// The number of workers that run now.
    public let running: Int
    /// The bytes of memory of their own that these have, as of at most two seconds ago.
    public let bytes: Int64
    /// The number of workers that were started since this process began.
    public let started: Int
    /// Of these, those that crashed, or that the host ended for what they did.
    public let crashed: Int
    /// Of these, those that another process ended.
    public let endedFromOutside: Int
    /// Calls that were refused because their photo had made workers end.
    public let refusedCalls: Int

    /// The numbers at this moment.
    public static var ofProcess: WorkerUse {
        let counts = WorkerCounts.ofProcess.now
        return WorkerUse(
            running: counts.running, bytes: Int64(clamping: counts.bytes), started: counts.started,
            crashed: counts.crashed, endedFromOutside: counts.endedFromOutside, refusedCalls: counts.refusedCalls)
    }
}
