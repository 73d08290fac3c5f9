internal import Logging
public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// Changes of the library from now on, across swaps of the backend; ends with `close`.
    ///
    /// - Throws: `.accessDenied` before `requestAuthorization` said that the photos may be read, at once;
    ///   `.unsupported` when the backend does not observe.
    public func changeEvents() throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changes(includingSubscriptionStart: false)
    }

    /// The same, with a `current` whenever a backend has begun to observe: callers that keep what
    /// they fetched before that fetch again.
    package func changes(includingSubscriptionStart: Bool) throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changeEvents(buffered: 64, includingSubscriptionStart: includingSubscriptionStart)
    }

    /// The states of a fetch from now on, each with how a list view gets there from the one before; across swaps of the
    /// backend.
    ///
    /// What changed since `result` was fetched is the first of them. A state is not given where nothing that the fetch
    /// gives has changed.
    ///
    /// - Throws: as `changeEvents`; iterating throws what fetching throws, such as `.notFound` for an album that is
    ///   gone.
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

    /// What changed since `token`, which came with a change, in this or an earlier run; the last change has the token
    /// to go on from. Nil gives the state of the library now.
    ///
    /// - Throws: `.unsupported` when the backend keeps no record, `.notFound` when the token is too old: fetch again.
    public func changes(since token: [UInt8]?) async throws(PhotoError) -> [LibraryChange] {
        try await perform(in: \.metadata) { (_, table, control) throws(PhotoError) in
            try table.changes(since: token, control: control)
        }
    }

    /// Observing blocks, so it has a thread of its own and not one of a lane.
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
