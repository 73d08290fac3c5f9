internal import Platform

/// Asks the system what it may take for ever to answer, such as where a folder is whose disk does not answer.
///
/// Each question has a thread of its own. Swift's own threads are as few as the processors, and everything that a server
/// does needs them.
package enum SystemQuestion {
    private static let stackBytes = 256 << 10

    /// Asks, and waits for the answer.
    ///
    /// - Parameters:
    ///   - patience: how long to wait; nil: as long as it takes.
    ///   - ask: may block. It continues when no one waits for it any more.
    /// - Returns: nil if there was no answer in that time, if the caller was cancelled, or if there is no thread to ask on.
    package static func answer<Answer: Sendable>(
        within patience: Duration? = nil, _ ask: @escaping @Sendable () -> Answer
    ) async -> Answer? {
        let (answers, answering) = AsyncStream.makeStream(of: Answer.self)
        let isStarted = DetachedThread.start(stackBytes: stackBytes) {
            answering.yield(ask())
            answering.finish()
        }
        guard isStarted else { return nil }
        let answer = Task { await answers.first { _ in true } }
        await answer.wait(atMost: patience)
        answer.cancel()
        return await answer.value
    }
}
