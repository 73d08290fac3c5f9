extension Task where Failure == Never {
    /// Waits until the task has ended, `duration` is over, or the caller is cancelled. The task itself continues.
    ///
    /// A task group cannot do this: it ends only when all of its child tasks have, and one that awaits another task's
    /// value does not end when it is cancelled.
    ///
    /// - Parameter duration: nil: as long as the task takes.
    func wait(atMost duration: Duration?) async {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        let ended = Task<Void, Never> {
            _ = await value
            signal.finish()
        }
        let patience = duration.map { duration in
            Task<Void, Never> {
                try? await Task<Never, Never>.sleep(for: duration)
                signal.finish()
            }
        }
        for await _ in end {}
        ended.cancel()
        patience?.cancel()
    }
}
