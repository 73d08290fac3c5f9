public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// Runs one call on the current generation, on a thread of its lane; cancelling the task cancels the call.
    ///
    /// - Parameters:
    ///   - lane: that of the call.
    ///   - bytes: what it is charged of the budget of images.
    ///   - leastTime: how long it may take at least.
    ///   - name: what it does, for messages.
    func perform<Result: Sendable>(
        in lane: KeyPath<CallLanes, ThreadPool>, priority: RequestPriority = .visible, bytes: Int = 0,
        leastTime: Duration = .zero, progress: ProgressHandler? = nil, name: String = #function,
        _ body: @escaping @Sendable (Generation, LibraryTable, CallControl) throws(PhotoError) -> Result
    ) async throws(PhotoError) -> Result {
        let control = CallControl(name, leastTime: leastTime, progress: progress)
        return try await lanes[keyPath: lane].run(control, priority: priority, bytes: bytes) {
            [self] () throws(PhotoError) in
            let (generation, table) = try enterCurrent()
            defer { generation.leave() }
            control.enter(table.backend)
            return try body(generation, table, control)
        }
    }

    /// The number of the generation that new calls enter.
    var generationNumber: Int { state.withLock { $0.current.number } }

    /// What makes the images of new calls; nil when the library is closed.
    var renderer: Renderer? { state.withLock { $0.isClosed ? nil : $0.current.renderer } }

    /// Enters the current generation. If there is a swap meanwhile, the newer generation is entered.
    func enterCurrent() throws(PhotoError) -> (Generation, LibraryTable) {
        while true {
            let (generation, isClosed) = state.withLock { ($0.current, $0.isClosed) }
            guard !isClosed else { throw .closed }
            if let table = generation.enter() { return (generation, table) }
        }
    }
}

extension PhotoLibrary {
    /// Whether the photos may be read, as of the last call of `requestAuthorization`; `.notDetermined` before that.
    public var authorizationStatus: AuthorizationStatus { state.withLock { $0.authorization } }

    /// Finds out whether the storage can be read. The answer is remembered until this is called again.
    @discardableResult
    public func requestAuthorization() async throws(PhotoError) -> AuthorizationStatus {
        let answer = try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.authorizationStatus(control: control)
        }
        state.withLock { $0.authorization = answer }
        return answer
    }
}
