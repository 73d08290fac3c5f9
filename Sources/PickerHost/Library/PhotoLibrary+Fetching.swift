public import PhotoModel

extension PhotoLibrary {
    /// Begins a fetch. Its filters belong to it alone: nobody else sees them.
    public func fetch(
        _ scope: FetchScope = .all, options: FetchOptions = FetchOptions()
    ) async throws(PhotoError) -> FetchResult {
        try await fetch(FetchRequest(scope, options: options))
    }

    /// Begins a fetch of the assets that match `text` (file name, title, keywords, camera, date words), best first unless
    /// the options sort.
    ///
    /// - Throws: `.unsupported` when the backend does not search.
    public func search(
        _ text: String, in scope: FetchScope = .all, options: FetchOptions = FetchOptions()
    ) async throws(PhotoError) -> FetchResult {
        try await fetch(FetchRequest(scope, options: options, searchText: text))
    }

    /// Begins a fetch, or the same one again.
    public func fetch(_ request: FetchRequest) async throws(PhotoError) -> FetchResult {
        let pool = pool
        return try await perform { (generation, table, control) throws(PhotoError) in
            let token = try generation.token(for: request, table, control)
            let fetch = try table.fetch(request, of: generation, control: control)
            do throws(PhotoError) {
                _ = try generation.reenter()
            } catch {
                fetch.release()
                throw error
            }
            return FetchResult(fetch, of: request, token: token, generation: generation, pool: pool)
        }
    }
}

extension Generation {
    /// Where the library stands now, so that changes can be told later; nil where that cannot be or is not needed.
    fileprivate func token(
        for request: FetchRequest, _ table: LibraryTable, _ control: CallControl
    ) throws(PhotoError) -> [UInt8]? {
        // Few assets are compared sooner than their changes are asked for.
        guard description.capabilities.contains(.changeDetails), !request.isList else { return nil }
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
        guard generation.description.capabilities.contains(.search) else {
            throw PhotoError(
                .unsupported, "the backend \(backend) does not search; choose one that does, such as fetch-result")
        }
        return try search(text, request.scope, options: request.options, control: control)
    }
}
