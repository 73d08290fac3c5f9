public import PhotoModel

/// What a fetch found, read in windows. A state of the library: order and elements do not change.
///
/// Keeps the generation of its backend alive across swaps; after `PhotoLibrary.close` its calls throw `.closed`.
public final class FetchResult: Sendable {
    /// What was asked for; asking again gives the state of the library then.
    public let request: FetchRequest
    /// Where the library stood just before the fetch, for `PhotoLibrary.changes(since:)`; nil when the backend does not
    /// tell.
    public let token: [UInt8]?
    let generation: Generation
    private let fetch: FetchTable
    private let pool: WorkerPool

    /// Takes over the fetch and one use of the generation.
    init(_ fetch: FetchTable, of request: FetchRequest, token: [UInt8]?, generation: Generation, pool: WorkerPool) {
        self.fetch = fetch
        self.request = request
        self.token = token
        self.generation = generation
        self.pool = pool
    }

    deinit {
        fetch.release()
        generation.leave()
    }

    /// The number of assets. May take long the first time, when the backend has no index.
    public func count() async throws(PhotoError) -> Int {
        try await call { (fetch, control) throws(PhotoError) in try fetch.count(control: control) }
    }

    /// The assets `[offset, offset + length)`, fewer at the end.
    public func window(offset: Int, length: Int) async throws(PhotoError) -> [Asset] {
        guard offset >= 0, length >= 0 else {
            throw PhotoError(.invalidArgument, "a window cannot start or end before 0")
        }
        return try await call { (fetch, control) throws(PhotoError) in
            try fetch.window(offset: offset, length: length, control: control)
        }
    }

    /// The index of an asset; throws `.notFound`.
    public func index(of localIdentifier: String) async throws(PhotoError) -> Int {
        try await call { (fetch, control) throws(PhotoError) in
            try fetch.index(of: localIdentifier, control: control)
        }
    }

    /// Runs one call on this fetch.
    func call<Output: Sendable>(
        _ body: @escaping @Sendable (FetchTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        // The closure holds this object, so that the fetch is not released under the call.
        try await pool.run(priority: .visible) { [self] control throws(PhotoError) in
            _ = try generation.reenter()
            defer { generation.leave() }
            return try body(fetch, control)
        }
    }

    /// Runs one call on the library that this fetch belongs to, also when it was swapped away.
    func callLibrary<Output: Sendable>(
        _ body: @escaping @Sendable (LibraryTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        try await pool.run(priority: .visible) { [generation] control throws(PhotoError) in
            let table = try generation.reenter()
            defer { generation.leave() }
            return try body(table, control)
        }
    }
}
