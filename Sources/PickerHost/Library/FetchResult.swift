public import PhotoModel

/// The result of a fetch, read in windows. It is a fixed state of the library: its order and elements do not change.
///
/// It keeps the generation of its backend alive across swaps. After `PhotoLibrary.close` its calls throw `.closed`.
public final class FetchResult: Sendable {
    /// The request; fetching it again gives the state of the library at that time.
    public let request: FetchRequest
    /// The change token for the state of the library just before the fetch, for `PhotoLibrary.changes(since:)`. Nil when the
    /// backend has none, or the request does not ask for one.
    public let token: [UInt8]?
    let generation: Generation
    let fetch: FetchTable
    private let lane: ThreadPool

    /// Takes over the fetch and one use of the generation.
    init(_ fetch: FetchTable, of request: FetchRequest, token: [UInt8]?, generation: Generation, lane: ThreadPool) {
        self.fetch = fetch
        self.request = request
        self.token = token
        self.generation = generation
        self.lane = lane
    }

    deinit { generation.leave(fetch) }

    /// The number of assets; nil if it is known only after reading, and the end has not been read yet.
    public func knownCount() async throws(PhotoError) -> Int? {
        try await call { (fetch, control) throws(PhotoError) in try fetch.knownCount(control: control) }
    }

    /// The number of assets. This may take long the first time, if the backend has no index or has to read all assets.
    public func count() async throws(PhotoError) -> Int {
        try await call { (fetch, control) throws(PhotoError) in try fetch.count(control: control) }
    }

    /// The assets `[offset, offset + length)`, fewer at the end.
    public func window(offset: Int, length: Int) async throws(PhotoError) -> [Asset] {
        try Self.check(offset: offset, length: length)
        return try await call { (fetch, control) throws(PhotoError) in
            try fetch.window(offset: offset, length: length, control: control)
        }
    }

    static func check(offset: Int, length: Int) throws(PhotoError) {
        guard offset >= 0, length >= 0 else {
            throw PhotoError(.invalidArgument, "a window cannot start or end before 0")
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
        name: String = #function, _ body: @escaping @Sendable (FetchTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        // The closure holds this object, so that the fetch is not released under the call.
        let control = CallControl(name)
        return try await lane.run(control, priority: .visible) { [self] () throws(PhotoError) in
            let table = try generation.reenter()
            defer { generation.leave() }
            control.enter(table.backend)
            return try body(fetch, control)
        }
    }

    /// Runs one call on the backend's library that this fetch belongs to, even if the backend was swapped since.
    func callLibrary<Output: Sendable>(
        name: String = #function, _ body: @escaping @Sendable (LibraryTable, CallControl) throws(PhotoError) -> Output
    ) async throws(PhotoError) -> Output {
        let control = CallControl(name)
        return try await lane.run(control, priority: .visible) { [generation] () throws(PhotoError) in
            let table = try generation.reenter()
            defer { generation.leave() }
            control.enter(table.backend)
            return try body(table, control)
        }
    }
}

/// What to fetch.
public struct FetchRequest: Hashable, Sendable {
    /// The assets from which the fetch selects.
    public var scope: FetchScope
    /// Which assets of the scope are selected, and in which order.
    public var options: FetchOptions
    /// Only assets that match this text; nil: no search.
    public var searchText: String?
    /// Whether to ask for a change token before the fetch, so that changes can be named later. For a library on a server that
    /// may take several requests, which callers that only read the result do not need.
    public var namesChanges = true

    /// - Parameters:
    ///   - scope: the assets from which the fetch selects.
    ///   - options: which assets of the scope are selected, and in which order.
    ///   - searchText: only assets that match this text; nil: no search.
    public init(_ scope: FetchScope = .all, options: FetchOptions = FetchOptions(), searchText: String? = nil) {
        self.scope = scope
        self.options = options
        self.searchText = searchText
    }

    /// Whether the assets are named one by one, so that there cannot be more of them.
    var isList: Bool {
        switch scope {
        case .all, .collection: false
        case .identifiers, .paths: true
        }
    }
}
