public import PhotoModel

/// What a fetch found, read in windows. A state of the library: order and elements do not change.
///
/// Keeps the generation of its backend alive across swaps; after `PhotoLibrary.close` its calls throw `.closed`.
public final class FetchResult: Sendable {
    /// What was asked for; asking again gives the state of the library then.
    public let request: FetchRequest
    /// The state of the library just before the fetch, for `PhotoLibrary.changes(since:)`; nil when the backend does
    /// not say, or the request does not ask.
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

    /// The number of assets; nil where only reading tells, and the end was not read yet.
    public func knownCount() async throws(PhotoError) -> Int? {
        try await call { (fetch, control) throws(PhotoError) in try fetch.knownCount(control: control) }
    }

    /// The number of assets. May take long the first time, when the backend has no index or has to read all.
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

    /// Runs one call on the library that this fetch belongs to, also when it was swapped away.
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

/// What a fetch result was asked for.
public struct FetchRequest: Hashable, Sendable {
    /// What the fetch looks at.
    public var scope: FetchScope
    /// Which assets of the scope, in which order.
    public var options: FetchOptions
    /// Only assets that match this text; nil: no search.
    public var searchText: String?
    /// Whether the state of the library is asked for before the fetch, so that changes can be named later. A library on a
    /// server may be asked several questions for it; who only reads the fetch needs none.
    public var namesChanges = true

    /// - Parameters:
    ///   - scope: what the fetch looks at.
    ///   - options: which assets of the scope, in which order.
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
