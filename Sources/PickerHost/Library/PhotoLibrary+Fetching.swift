public import PhotoModel

extension PhotoLibrary {
    /// Begins a fetch. Its conditions apply to it alone and affect no other fetch.
    public func fetch(
        _ scope: FetchScope = .all, options: FetchOptions = FetchOptions()
    ) async throws(PhotoError) -> FetchResult {
        try await fetch(FetchRequest(scope, options: options))
    }

    /// Begins a fetch of the assets that match `text` (file name, title, keywords, camera, date words), best first
    /// unless the options sort.
    ///
    /// - Throws: `.unsupported` when the backend cannot search.
    public func search(
        _ text: String, in scope: FetchScope = .all, options: FetchOptions = FetchOptions()
    ) async throws(PhotoError) -> FetchResult {
        try await fetch(FetchRequest(scope, options: options, searchText: text))
    }

    /// Begins a fetch, or the same one again.
    public func fetch(_ request: FetchRequest) async throws(PhotoError) -> FetchResult {
        try await fetch(request) { _, _ in }.result
    }

    /// Begins a fetch and reads the assets `[offset, offset + length)` of its result, fewer at the end: one way to a thread of the
    /// backend and back instead of two.
    public func fetch(
        _ request: FetchRequest, offset: Int, length: Int
    ) async throws(PhotoError) -> (result: FetchResult, assets: [Asset]) {
        try FetchResult.check(offset: offset, length: length)
        return try await fetch(request) { (fetch, control) throws(PhotoError) in
            try fetch.window(offset: offset, length: length, control: control)
        }
    }

    private func fetch<Output: Sendable>(
        _ request: FetchRequest,
        _ body: @escaping @Sendable (FetchTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> (result: FetchResult, Output) {
        let lane = lanes.metadata
        return try await perform(in: \.metadata) { (generation, table, control) throws(PhotoError) in
            if request.searchText == nil || generation.info.capabilities.contains(.search) {
                try generation.check(request.options)
            }
            let token = try generation.token(for: request, table, control)
            let fetch = try table.fetch(request, of: generation, control: control)
            do throws(PhotoError) {
                _ = try generation.reenter()
            } catch {
                fetch.release()
                throw error
            }
            // It releases the fetch, also when the next call fails.
            let result = FetchResult(fetch, of: request, token: token, generation: generation, lane: lane)
            return (result, try body(fetch, control))
        }
    }
}

extension Generation {
    /// Throws `.unsupported` for a condition or sort key that the library does not serve, without asking the backend.
    func check(_ options: FetchOptions) throws(PhotoError) {
        try options.check(against: info.capabilities, of: "the backend \(info.id)")
    }

    /// The state of the library now, so that changes can be reported later; nil where that cannot be or is not needed.
    fileprivate func token(
        for request: FetchRequest, _ table: LibraryTable, _ control: CallControl
    ) throws(PhotoError) -> [UInt8]? {
        // Few assets are compared sooner than their changes are asked for.
        guard request.namesChanges, info.capabilities.contains(.changeDetails), !request.isList else { return nil }
        return try table.changes(since: nil, control: control).last?.token
    }
}

extension LibraryTable {
    fileprivate func fetch(
        _ request: FetchRequest, of generation: Generation, control: CallControl
    ) throws(PhotoError) -> FetchTable {
        guard let text = request.searchText else {
            return try fetch(request.scope, options: request.options, control: control)
        }
        guard generation.info.capabilities.contains(.search) else {
            throw PhotoError(
                .unsupported, "the backend \(backend) does not search; choose one with the capability search")
        }
        return try search(text, request.scope, options: request.options, control: control)
    }
}

extension PhotoLibrary {
    /// Brings the backend's index up to date with what is on the disk: walks the whole library.
    ///
    /// - Parameter progress: called with counts of files.
    /// - Returns: what was found and done. Observers get the changes as well.
    /// - Throws: `.unsupported` when the backend keeps no index, `.accessDenied`, or `.io` for a full disk.
    public func refreshIndex(
        _ mode: IndexMode = .refresh, progress: ProgressHandler? = nil
    ) async throws(PhotoError) -> IndexReport {
        // A thread of its own: minutes of walking hold up no request.
        let thread = ThreadPool(limit: 1)
        defer { thread.shutDown() }
        return try await thread.run(priority: .visible, progress: progress) { [self] control throws(PhotoError) in
            let (generation, table) = try enterCurrent()
            defer { generation.leave() }
            guard generation.info.capabilities.contains(.index) else {
                throw PhotoError(
                    .unsupported,
                    "the backend \(table.backend) keeps no index; choose one with the capability index")
            }
            return try table.refreshIndex(mode, control: control)
        }
    }
}
