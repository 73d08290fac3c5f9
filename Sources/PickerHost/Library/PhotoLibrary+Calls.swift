internal import PhotoModel
internal import Synchronization

extension PhotoLibrary {
    /// Runs one call on the current generation, on a worker; cancelling the task cancels the call.
    ///
    /// - Parameter special: whose worker; nil: of those that serve requests.
    func perform<Result: Sendable>(
        on special: WorkerPool? = nil, priority: RequestPriority = .visible, progress: ProgressHandler? = nil,
        _ body: @escaping @Sendable (Generation, LibraryTable, CallControl) throws(PhotoError) -> Result
    ) async throws(PhotoError) -> Result {
        try await (special ?? pool).run(priority: priority, progress: progress) { [self] control throws(PhotoError) in
            let (generation, table) = try enterCurrent()
            defer { generation.leave() }
            return try body(generation, table, control)
        }
    }

    /// The current generation, entered. A swap in between is tried again: the newer one takes the call.
    func enterCurrent() throws(PhotoError) -> (Generation, LibraryTable) {
        while true {
            let (generation, isClosed) = state.withLock { ($0.current, $0.isClosed) }
            guard !isClosed else { throw .closed }
            if let table = generation.enter() { return (generation, table) }
        }
    }
}

extension WorkerPool {
    /// Runs `body` on a worker and waits for it. Cancelling the task cancels the control that `body` is given.
    func run<Output: Sendable>(
        priority: RequestPriority, progress: ProgressHandler? = nil,
        _ body: @escaping @Sendable (CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let control = CallControl(progress: progress)
        let result: Result<Output, PhotoError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(priority: priority) {
                    continuation.resume(returning: Self.outcome(of: body, control))
                }
            }
        } onCancel: {
            control.cancel()
        }
        return try result.get()
    }

    private static func outcome<Output>(
        of body: (CallControl) throws(PhotoError) -> Output, _ control: CallControl
    ) -> Result<Output, PhotoError> {
        do throws(PhotoError) {
            // Cancelled while it waited for a worker: the backend need not hear of it.
            if control.isCancelled { throw .cancelled }
            return .success(try body(control))
        } catch {
            return .failure(error)
        }
    }
}
