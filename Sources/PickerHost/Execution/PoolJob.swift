internal import PhotoModel

/// Something to do on a thread of a pool.
struct PoolJob: Sendable {
    /// Of the call that it makes; nil: none, and no time either.
    let control: CallControl?
    /// What is done on the thread.
    let run: @Sendable () -> Void
    /// Ends it for those who wait for it: instead of `run`, when no thread took it, or while `run` goes on and does not end.
    let giveUp: @Sendable (PhotoError) -> Void
}
