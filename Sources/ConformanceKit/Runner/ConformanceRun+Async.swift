internal import PhotoModel

extension ConformanceRun {
    /// Runs the checks without blocking the caller's thread. When the task is cancelled, the checks in flight are killed,
    /// and the report has only those that came to an end.
    ///
    /// - Throws: as `run`.
    public func report(
        progress: @escaping @Sendable (CheckOutcome) -> Void = { _ in }
    ) async throws(UsageError) -> ConformanceReport {
        let stop = CancellationFlag()
        let result: Result<ConformanceReport, UsageError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let work = {
                    let result = Result { () throws(UsageError) in try run(stop: stop, progress: progress) }
                    continuation.resume(returning: result)
                }
                // Without a thread the caller's has to do.
                if Threads.start(work) == nil { work() }
            }
        } onCancel: {
            stop.cancel()
        }
        return try result.get()
    }
}
