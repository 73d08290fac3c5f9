import BackendKit
import PhotoModel
import Platform

/// A backend whose libraries do what a test says; a test finds its own by the root that it opens.
struct StubBackend: PhotoBackend {
    static let info = BackendInfo(
        id: "stub", name: "Stub ✓", version: "1.2.3", priority: -5,
        capabilities: [
            .observe, .exactSize, .queryDates, .queryFavorites, .queryRatings, .queryText, .queryPlace,
            .queryContentTypes, .queryBytes,
        ],
        formats: ["public.jpeg", ""])

    let host: BackendHost

    init(host: BackendHost) throws(PhotoError) { self.host = host }

    func probe() throws(PhotoError) {
        throw PhotoError(.unsupported, "libphotons is missing", systemErrno: 2)
    }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary {
        try call.check()
        let root = String(decoding: request.location, as: UTF8.self)
        guard let library = StubLibrary.byRoot.withLock({ $0[root] }) else { throw .notFound("\(root): no such stub") }
        return library
    }
}

/// A backend that cannot even be made.
struct RefusingBackend: PhotoBackend {
    static let info = StubBackend.info

    init(host: BackendHost) throws(PhotoError) { throw .unsupported("not on this machine") }

    func openLibrary(_ request: OpenRequest, call: BackendCall) throws(PhotoError) -> StubLibrary { throw .closed }
}

final class StubLibrary: BackendLibrary {
    static let byRoot = Mutex<[String: StubLibrary]>([:])

    typealias ImageMaker = @Sendable (ImageOptions, BackendCall, (Frame) -> Flow) throws(PhotoError) -> Void

    let assets: [Asset]
    let makeImage: ImageMaker
    let closeCount = Atomic(0)
    let lastRead = Mutex<ReadRequest?>(nil)
    let lastFetch = Mutex<(FetchScope, FetchOptions)?>(nil)

    init(
        root: String, assets: [Asset] = [],
        makeImage: @escaping ImageMaker = { (_, _, _) throws(PhotoError) in throw .unsupported("no images") }
    ) {
        self.assets = assets
        self.makeImage = makeImage
        Self.byRoot.withLock { $0[root] = self }
    }

    func authorizationStatus(call: BackendCall) -> AuthorizationStatus { .limited }

    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        for number in 0..<5 {
            let collection = AssetCollection(localIdentifier: "\(number)", title: "", type: .album)
            if emit(collection) == .stop { return }
        }
    }

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        AssetCollection(localIdentifier: "roll", title: "Roll", type: .smartAlbum, estimatedCount: -1)
    }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        throw .notFound("no album \(localIdentifier)")
    }

    func keyAssets(of collection: String, mediaTypes: MediaTypes, call: BackendCall) throws(PhotoError) -> [Asset] {
        assets
    }

    func fetch(_ scope: FetchScope, options: FetchOptions, call: BackendCall) throws(PhotoError) -> StubFetch {
        lastFetch.withLock { $0 = (scope, options) }
        return StubFetch(assets)
    }

    func details(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetDetails {
        guard let asset = assets.first else { throw .notFound("no asset") }
        return AssetDetails(asset: asset, representations: [])
    }

    func requestImage(
        of localIdentifier: String, options: ImageOptions, acceptedFormats: FrameFormats, call: BackendCall,
        deliver: (Frame) -> Flow
    ) throws(PhotoError) {
        try makeImage(options, call, deliver)
    }

    func read(_ request: ReadRequest, call: BackendCall) throws(PhotoError) -> [UInt8] {
        lastRead.withLock { $0 = request }
        return [1, 2, 3]
    }

    func close() { closeCount.add(1, ordering: .relaxed) }
}

final class StubFetch: BackendFetch {
    let assets: [Asset]

    init(_ assets: [Asset]) { self.assets = assets }

    func count(call: BackendCall) throws(PhotoError) -> Int { assets.count }

    func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        for asset in assets.dropFirst(offset).prefix(length) where emit(asset) == .stop { return }
    }

    func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int { -1 }
}
