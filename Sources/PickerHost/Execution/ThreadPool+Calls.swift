internal import PhotoModel
internal import Platform

extension ThreadPool {
    /// Runs `body` on a thread of the pool and waits for it. Cancelling the task cancels the control that `body` is
    /// given.
    func run<Output: Sendable>(
        priority: RequestPriority, progress: ProgressHandler? = nil,
        _ body: @escaping @Sendable (CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let control = CallControl(progress: progress)
        return try await run(control, priority: priority) { () throws(PhotoError) in try body(control) }
    }

    /// Runs the call of `control` on a thread of the pool and waits for its end, or until its thread is given up. Cancelling
    /// the task cancels the call; while it waits for a thread, that is its end.
    ///
    /// - Parameter bytes: what it is charged while it runs.
    func run<Output: Sendable>(
        _ control: CallControl, priority: RequestPriority, bytes: Int = 0,
        _ body: @escaping @Sendable () throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let result: Result<Output, PhotoError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = PendingCall(body, continuation)
                let job = PoolJob(
                    control: control, run: { call.run(control) }, giveUp: { call.answer(.failure($0)) })
                submit(job, priority: priority, bytes: bytes)
            }
        } onCancel: {
            control.cancel()
            withdraw(control)
        }
        return try result.get()
    }
}

/// A call and the one answer to it. What is given first counts: a call whose thread was given up may still return.
private final class PendingCall<Output: Sendable>: Sendable {
    typealias Body = @Sendable () throws(PhotoError) -> Output
    typealias Answer = Result<Output, PhotoError>

    private struct State {
        var body: Body?
        var continuation: CheckedContinuation<Answer, Never>?
    }

    private let state: Mutex<State>

    init(_ body: @escaping Body, _ continuation: CheckedContinuation<Answer, Never>) {
        state = Mutex(State(body: body, continuation: continuation))
    }

    /// Makes the call on the calling thread. What it holds, such as a fetch and with it a library that was closed, is let
    /// go of before its caller goes on.
    func run(_ control: CallControl) { answer(outcome(control)) }

    private func outcome(_ control: CallControl) -> Answer {
        // Cancelled while it waited for a thread: the backend need not hear of it.
        guard !control.isCancelled, let body = state.withLock({ $0.body.take() }) else { return .failure(.cancelled) }
        do throws(PhotoError) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }

    func answer(_ answer: Answer) {
        let continuation = state.withLock { $0.continuation.take() }
        continuation?.resume(returning: answer)
    }
}
