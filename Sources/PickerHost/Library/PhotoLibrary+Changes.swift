internal import Logging
public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// The changes of the library from now on, across swaps of the backend. The stream ends with `close`.
    ///
    /// - Throws: `.accessDenied`, at once, if `requestAuthorization` has not found that the photos may be read; `.unsupported`
    ///   when the backend cannot observe.
    public func changeEvents() throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changes(includingSubscriptionStart: false)
    }

    /// The same, with a `.current` whenever a backend has begun to observe, after which callers that keep older results should
    /// fetch again.
    package func changes(includingSubscriptionStart: Bool) throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changeEvents(buffered: 64, includingSubscriptionStart: includingSubscriptionStart)
    }

    /// The states of a fetch from now on, each with what a list view has to do to get there from the one before, across swaps of
    /// the backend.
    ///
    /// The first covers what changed since `result` was fetched. There is no new state unless the result of the fetch has
    /// changed.
    ///
    /// - Throws: as `changeEvents`. Iterating throws what fetching throws, such as `.notFound` for an album that is gone.
    public func changes(of result: FetchResult) async throws(PhotoError) -> FetchResultChanges {
        // The buffer holds one event: which ones it were is asked of the backend, or found by comparing.
        let events = try changeEvents(buffered: 1, includingSubscriptionStart: true)
        let listing = result.token == nil ? try await AssetListing(result) : nil
        return FetchResultChanges(library: self, first: result, listing: listing, events: events)
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }

    func isCurrent(_ generation: Generation) -> Bool { state.withLock { $0.current === generation } }

    private func changeEvents(
        buffered count: Int, includingSubscriptionStart: Bool
    ) throws(PhotoError) -> AsyncStream<LibraryChange> {
        guard authorizationStatus == .authorized || authorizationStatus == .limited else {
            throw PhotoError(.accessDenied, "changes can be observed after requestAuthorization() allowed reading")
        }
        guard backend.capabilities.contains(.observe) else {
            throw PhotoError(.unsupported, "the backend \(backend.id) does not observe its library")
        }
        return changes.listen(buffered: count, includingSubscriptionStart: includingSubscriptionStart) {
            startObserving($0)
        }
    }

    /// What changed since `token`, which came with a change in this or an earlier run. The last change has the token to
    /// continue from. Nil gives a token for the current state of the library.
    ///
    /// - Throws: `.unsupported` when the backend keeps no record of changes, `.notFound` when the token is too old; fetch again
    ///   then.
    public func changes(since token: [UInt8]?) async throws(PhotoError) -> [LibraryChange] {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.changes(since: token, control: control)
        }
    }

    /// Observing blocks, so it gets a thread of its own instead of one of a lane.
    func startObserving(_ control: CallControl) {
        followFolder()
        let observer = ChangeObserver(changes: changes, logger: logger) { [weak self] () throws(PhotoError) in
            try self?.enterCurrent()
        }
        guard !ThreadPool.startThread({ observer.run(control) }) else { return }
        _ = changes.observation(after: control)
        logger.warning("no thread to observe the library with; changes will not show by themselves")
    }
}
