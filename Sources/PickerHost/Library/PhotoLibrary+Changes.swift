internal import Logging
public import PhotoModel
internal import Synchronization

extension PhotoLibrary {
    /// Changes of the library from now on, across swaps of the backend; ends with `close`.
    ///
    /// - Throws: `.accessDenied` before `requestAuthorization` said that the photos may be read, at once;
    ///   `.unsupported` when the backend does not observe.
    public func changeEvents() throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changeEvents(buffered: 64, tellsBeginnings: false)
    }

    /// The same, and an `updated` without identifiers whenever a backend has begun to observe: whoever keeps what was
    /// fetched before that looks again.
    package func changeEventsAndBeginnings() throws(PhotoError) -> AsyncStream<LibraryChange> {
        try changeEvents(buffered: 64, tellsBeginnings: true)
    }

    /// The states of a fetch from now on, each with how a list view gets there from the one before; across swaps of the
    /// backend.
    ///
    /// What changed since `result` was fetched is the first of them. A state is not told where nothing that the fetch
    /// gives has changed.
    ///
    /// - Throws: as `changeEvents`; iterating throws what fetching throws, such as `.notFound` for an album that is gone.
    public func changes(of result: FetchResult) async throws(PhotoError) -> FetchResultChanges {
        // The buffer holds one event: which ones it were is asked of the backend, or found by comparing.
        let events = try changeEvents(buffered: 1, tellsBeginnings: true)
        let listing = result.token == nil ? try await AssetListing(result) : nil
        return FetchResultChanges(library: self, first: result, listing: listing, events: events)
    }

    func isCurrent(_ generation: Generation) -> Bool { state.withLock { $0.current === generation } }

    private func changeEvents(
        buffered count: Int, tellsBeginnings: Bool
    ) throws(PhotoError) -> AsyncStream<LibraryChange> {
        guard authorizationStatus == .authorized || authorizationStatus == .limited else {
            throw PhotoError(.accessDenied, "changes can be observed after requestAuthorization() allowed reading")
        }
        guard backend.capabilities.contains(.observe) else {
            throw PhotoError(.unsupported, "the backend \(backend.id) does not observe its library")
        }
        return changes.listen(buffered: count, tellsBeginnings: tellsBeginnings) { startObserving($0) }
    }

    /// What changed since `token`, which came with a change, in this or an earlier run; the last change has the token to
    /// go on from. Nil gives where the library stands now.
    ///
    /// - Throws: `.unsupported` when the backend keeps no record, `.notFound` when the token is too old: fetch again.
    public func changes(since token: [UInt8]?) async throws(PhotoError) -> [LibraryChange] {
        try await perform { (_, table, control) throws(PhotoError) in
            try table.changes(since: token, control: control)
        }
    }

    /// Observing blocks, so it has a thread of its own and not one of the pool.
    func startObserving(_ control: CallControl) {
        let observer = ChangeObserver(changes: changes, logger: logger) { [weak self] () throws(PhotoError) in
            try self?.enterCurrent()
        }
        guard !WorkerThread.start({ observer.run(control) }) else { return }
        _ = changes.observation(after: control)
        logger.warning("no thread to observe the library with; changes will not show by themselves")
    }
}
