public import PhotoModel

/// A photo backend in plain synchronous Swift. `BackendEntry` makes a plugin of it.
///
/// A backend consists of three types: a `PhotoBackend`, which opens libraries; a `BackendLibrary`; and a `BackendFetch`, for
/// which `AssetList` is often enough. `LibraryIdentity` makes the identifiers that all backends over folders share, and
/// `ImageOptions.geometry(of:)` says which part of an image to show, and how large.
///
/// The host owns threads, order, memory budget, cancellation and caches. It calls the functions of a library on many
/// threads at once, so a library guards what it mutates (with a `Mutex`), and starts no thread itself. Every error is a
/// `PhotoError`. What a backend does not offer keeps the default implementation, which throws `.unsupported`, and its
/// capability stays off. What only some libraries can do is in protocols of their own: `DayCountingLibrary`,
/// `HEIFLibrary`, `ImageFileLibrary`, `IndexedLibrary`, `SearchableLibrary`, `VideoLibrary` and `WritableLibrary`. An
/// `AccountBackend` has libraries that people sign in to.
public protocol PhotoBackend: Sendable {
    associatedtype Library: BackendLibrary

    /// What the backend is. The manifest beside the plugin says the same.
    static var info: BackendInfo { get }

    /// Makes the backend, once in a process. It opens nothing, and calls nothing of the host but `log`.
    init(host: BackendHost) throws(PhotoError)

    /// Finds out whether the backend can run here; if not, throws `.unsupported` with a message that says what is missing.
    func probe() throws(PhotoError)

    /// Opens the library at `request.location`.
    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> Library
}

extension PhotoBackend {
    /// Does nothing: by default a backend can run everywhere.
    public func probe() throws(PhotoError) {}
}

/// An open library. The host calls its functions on many threads at once.
///
/// Once the host has begun to shut the library down, nothing but `close` is called any more: the bridge answers all other
/// calls in the library's place.
public protocol BackendLibrary: AnyObject, Sendable {
    associatedtype Fetch: BackendFetch

    /// What this library is. By default, a folder of files that offers everything its backend does.
    func info(of backend: BackendInfo) -> LibraryInfo

    /// Whether the storage can be read; found out again with each call.
    func authorizationStatus(call: BackendCall) throws(PhotoError) -> AuthorizationStatus

    /// Emits the collections of these types inside the folder `parent`, or those at the top if it is nil, smart albums first.
    /// Moments are among the types only if the host named them.
    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall,
        emit: (AssetCollection) -> Flow
    ) throws(PhotoError)

    /// The collection that most pickers open first.
    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection

    /// The collection with that identifier, or `.notFound`.
    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection

    /// The exact number of assets in the result of `fetch` with the same arguments.
    func count(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> Int

    /// At most three key assets of a collection, best first. By default, the first three assets of its fetch.
    func keyAssets(
        of collection: String, mediaTypes: MediaTypes, call: BackendCall
    ) throws(PhotoError) -> [Asset]

    /// Begins a fetch.
    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> Fetch

    /// Everything that is known of one asset, or `.notFound`.
    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails

    /// Makes an image: delivers any number of degraded frames and then exactly one final frame, or throws.
    ///
    /// Frames are upright. When `deliver` returns `.stop`, deliver no more and return.
    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError)

    /// Reads at most `request.count` bytes; fewer only at the end of the representation, and none after it.
    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8]

    /// Blocks and emits each change until `call.check` throws or `emit` returns `.stop`. The host calls it on a thread of its
    /// own.
    func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError)

    /// Emits what changed since `token`, which came with a change of this library, perhaps in an earlier run. The last change
    /// that is emitted has the token to continue from. If `token` is nil, emits `.current`: callers that fetch next can then
    /// ask later what changed since.
    ///
    /// - Throws: `.invalidArgument` for bytes that are not a token, `.notFound` for a token that is too old.
    func changes(since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError)

    /// Emits the files of the library that look like assets but are not.
    func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError)

    /// Releases what the library holds. Called exactly once, when no call is in flight and every fetch result is gone.
    func close()
}

extension BackendLibrary {
    /// By default, a folder of files that offers everything its backend does.
    public func info(of backend: BackendInfo) -> LibraryInfo { LibraryInfo(capabilities: backend.capabilities) }

    /// By default, the count of the fetch result, which is read to its end if it does not know its count.
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

    /// By default, the first three assets of the collection's fetch result.
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

    /// Throws `.unsupported` by default.
    public func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        throw .unsupported("this backend does not observe its library")
    }

    /// Throws `.unsupported` by default.
    public func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(PhotoError) {
        throw .unsupported("this backend keeps no record of changes")
    }

    /// Emits nothing: by default there are none.
    public func diagnostics(call: BackendCall, emit: (Diagnostic) -> Flow) throws(PhotoError) {}

    /// Does nothing: by default there is nothing to release.
    public func close() {}
}

/// A fetch result: a fixed state of the library, read in windows. The host calls its functions on many threads at once.
public protocol BackendFetch: AnyObject, Sendable {
    /// The number of assets, which stays the same as long as the fetch result lives. Throws `.notYet` if it is known only after
    /// reading, until a window has reached the end.
    func count(call: BackendCall) throws(PhotoError) -> Int

    /// Emits the assets `[offset, offset + length)` in order; fewer at the end. `length` may be `Int.max`.
    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError)

    /// The index of an asset, or `.notFound`.
    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int
}

/// What a sink returns: whether to go on, or to send no more and return.
public enum Flow: Sendable {
    case more
    case stop
}
