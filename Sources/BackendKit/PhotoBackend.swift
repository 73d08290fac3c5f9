public import PhotoModel

/// A photo backend: plain synchronous Swift. `BackendEntry` makes a plugin of it.
///
/// Three types have names to choose: one that is a `PhotoBackend`, which opens libraries; a `BackendLibrary`; and a
/// `BackendFetch`, for which `AssetList` will often do. `LibraryIdentity` makes the identifiers that all backends over
/// folders share, and `ImageOptions.geometry(of:)` says what to show of an image.
///
/// The host owns threads, order, budget, cancellation and caches. It calls the functions of a library on many
/// threads at once, so a library guards what it mutates (a `Mutex`), and starts no thread itself. Every error is
/// a `PhotoError`; what a backend does not offer keeps the default implementation, which throws
/// `.unsupported`, and its capability stays off. What only some libraries can do is in protocols of their own:
/// `DayCountingLibrary`, `ImageFileLibrary`, `IndexedLibrary`, `SearchableLibrary`, `VideoLibrary`, `WritableLibrary`.
public protocol PhotoBackend: Sendable {
    associatedtype Library: BackendLibrary

    /// What the backend is. The manifest beside the plugin says the same.
    static var info: BackendInfo { get }

    /// Made once for a process; opens nothing and calls nothing but `host.log`.
    init(host: BackendHost) throws(PhotoError)

    /// Finds out whether the backend can run here; throws `.unsupported` with a message that says what is missing.
    func probe() throws(PhotoError)

    /// Opens the library at `request.location`.
    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> Library
}

extension PhotoBackend {
    /// By default the backend can run everywhere.
    public func probe() throws(PhotoError) {}
}

/// An open library: what the host asks of it. Called on many threads at once.
///
/// After `beginShutdown` nothing is called any more except `close`: the bridge answers in the library's place.
public protocol BackendLibrary: AnyObject, Sendable {
    associatedtype Fetch: BackendFetch

    /// What this library is. By default what its backend is: files of a folder.
    func info(of backend: BackendInfo) -> LibraryInfo

    /// Whether the storage can be read, asked again with each call.
    func authorizationStatus(call: BackendCall) throws(PhotoError) -> AuthorizationStatus

    /// Gives the collections inside the folder collection `parent` (nil: those at the top), smart albums first.
    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall,
        emit: (AssetCollection) -> Flow
    ) throws(PhotoError)

    /// The collection that most pickers open first.
    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection

    /// The collection with that identifier, or `.notFound`.
    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection

    /// The exact number of assets that `fetch` with the same arguments would give.
    func count(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> Int

    /// At most three key assets of a collection, best first. By default the first three of its fetch.
    func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset]

    /// Begins a fetch.
    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> Fetch

    /// Everything known of one asset, or `.notFound`.
    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails

    /// Makes an image: delivers degraded frames or none, then exactly one final one; or throws.
    ///
    /// Frames are upright. When `deliver` answers `.stop`, deliver no more and return.
    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError)

    /// Reads at most `request.count` bytes; fewer only at the end, none after it.
    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8]

    /// Blocks and gives each change until `call.check` throws or `emit` answers `.stop`. Runs on a thread of its own.
    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError)

    /// Gives what changed since `token`, which came with a change of this library in any earlier run; the last change
    /// has the token to go on from. Nil: gives `.current`, so that callers who fetch next can ask later what changed.
    ///
    /// - Throws: `.invalidArgument` for what is no token, `.notFound` for one that is too old.
    func changes(since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError)

    /// Gives the files of the library that look like assets and are none.
    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError)

    /// Called exactly once, when no call is in flight and every fetch is gone.
    func close()
}

extension BackendLibrary {
    /// By default a folder that offers all that its backend does.
    public func info(of backend: BackendInfo) -> LibraryInfo { LibraryInfo(capabilities: backend.capabilities) }

    /// By default the count of the fetch result, which is read when it does not know it.
    public func count(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> Int {
        let fetch = try fetch(scope, options: options, call: call)
        do throws(PhotoError) {
            return try fetch.count(call: call)
        } catch {
            guard error.status == .notYet else { throw error }
        }
        var count = 0
        try fetch.window(offset: 0, length: .max, call: call) { _ in
            count += 1
            return .more
        }
        return count
    }

    /// By default the first three assets of the collection's fetch result.
    public func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset] {
        let fetch = try fetch(.collection(collection), options: FetchOptions(mediaTypes: mediaTypes), call: call)
        var assets: [Asset] = []
        try fetch.window(offset: 0, length: 3, call: call) {
            assets.append($0)
            return .more
        }
        return assets
    }

    /// By default `.unsupported`.
    public func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        throw .unsupported("this backend does not observe its library")
    }

    /// By default `.unsupported`.
    public func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(PhotoError) {
        throw .unsupported("this backend keeps no record of changes")
    }

    /// By default there are none.
    public func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {}

    /// By default there is nothing to release.
    public func close() {}
}

/// A fetch result: a state of the library that is read in windows. Called on many threads at once.
public protocol BackendFetch: AnyObject, Sendable {
    /// The number of assets; the same for as long as the fetch result lives. Throws `.notYet` where only reading tells, until
    /// a window came to the end.
    func count(call: BackendCall) throws(PhotoError) -> Int

    /// Gives the assets `[offset, offset + length)` in order; fewer at the end. `length` may be `Int.max`.
    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError)

    /// The index of an asset, or `.notFound`.
    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int
}

/// What a sink answers: go on, or send no more and return.
public enum Flow: Sendable {
    case more
    case stop
}
