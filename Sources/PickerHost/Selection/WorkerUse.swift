internal import BackendWorker

/// What became of the workers in which this process runs plugins of isolated libraries, of all of them together.
public struct WorkerUse: Hashable, Sendable, Codable {
    /// Those that run now.
    public let running: Int
    /// Bytes of memory that these have for themselves, as of at most two seconds ago.
    public let bytes: Int64
    /// Since this process began.
    public let started: Int
    /// Of these, those that crashed, or were ended by the host for what they did.
    public let crashed: Int
    /// Of these, those that another process ended.
    public let endedFromOutside: Int
    /// Calls that were refused because the photo that they are about ended workers.
    public let refusedCalls: Int

    /// As it is now.
    public static var ofProcess: WorkerUse {
        let counts = WorkerCounts.ofProcess.now
        return WorkerUse(
            running: counts.running, bytes: Int64(clamping: counts.bytes), started: counts.started,
            crashed: counts.crashed, endedFromOutside: counts.endedFromOutside, refusedCalls: counts.refusedCalls)
    }
}
