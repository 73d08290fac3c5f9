extension Task where Failure == Never {
    /// Returns when the task has ended or after `duration`, whichever is first, or when the caller is cancelled. The task goes on.
    ///
    /// A task group cannot do that: it ends when all of its children have, and one that waits for another task's value does not end
    /// by being cancelled.
    func wait(atMost duration: Duration) async {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        let ended = Task<Void, Never> {
            _ = await value
            signal.finish()
        }
        let patience = Task<Void, Never> {
            try? await Task<Never, Never>.sleep(for: duration)
            signal.finish()
        }
        for await _ in end {}
        ended.cancel()
        patience.cancel()
    }
}
