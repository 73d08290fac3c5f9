internal import BackendAPI
internal import PhotoModel

/// What a sequence's calls are about: the assets and collections of the kit's library, as the plugin lists them.
struct SequenceSubjects {
    /// What the library serves.
    let capabilities: UInt64
    let assets: [AssetCopy]
    /// Those that are listed, inside folders too.
    let listed: [CollectionCopy]
    /// What calls are about: the camera roll alone where none is listed.
    let collections: [CollectionCopy]
    /// What the kit knows of an asset's image, for those in formats that the plugin declares.
    private let photos: [BytePath: FixturePhoto]
    private let root: BytePath

    /// Opens the library, lists it, and closes it.
    init(_ context: CheckContext, _ backend: Backend) throws(CheckStop) {
        let info = try backend.info()
        let library = try context.open(backend)
        assets = try library.assets()
        listed = try library.allCollections()
        collections = try listed.isEmpty ? [library.cameraRoll()] : listed
        // What the library says that it lacks is refused as what its backend lacks (R7.6).
        capabilities = info.capabilities.subtracting(library.info().info.missing).rawValue
        library.beginShutdown()
        library.close()
        guard !assets.isEmpty else { throw try context.tooFew(0) }
        root = context.root
        let known = context.fixtures.photos.filter { info.formats.contains($0.format.rawValue) }
        photos = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }
    }

    func serves(_ needed: BackendCapabilities) -> Bool { needed.rawValue & ~capabilities == 0 }

    func has(_ capability: UInt64) -> Bool { capabilities & capability != 0 }

    /// Nil for the one that does not exist.
    func asset(_ which: Int) -> AssetCopy? { which < 0 ? nil : assets[which % assets.count] }
    func collection(_ which: Int) -> CollectionCopy? { which < 0 ? nil : collections[which % collections.count] }

    func identifier(ofAsset which: Int) -> Text { asset(which)?.identifier ?? Self.stranger }
    func identifier(ofCollection which: Int) -> Text { collection(which)?.identifier ?? Self.stranger }

    private static var stranger: Text { Text(Arena.string(SequenceCall.stranger)) }

    func photo(of asset: AssetCopy) -> FixturePhoto? { photos[asset.path] }

    /// The bytes of an asset that is one file; nil when it is more, or its file is not there.
    func file(of asset: AssetCopy) -> [UInt8]? {
        guard asset.representationCount == 1 else { return nil }
        return try? Files.read(root / asset.path)
    }

    /// Assets from one on, none twice.
    func some(from first: Int, _ number: Int) -> [AssetCopy] {
        (0..<min(number, assets.count)).map { assets[(first + $0) % assets.count] }
    }

    func request(_ ask: SequenceFetch) -> FetchRequest {
        let scope: Scope =
            switch ask.scope {
            case PICKER_SCOPE_ALL: .all
            case PICKER_SCOPE_COLLECTION: .collection(identifier(ofCollection: ask.collection))
            case PICKER_SCOPE_IDENTIFIERS: .identifiers(some(from: ask.first, ask.number).map(\.identifier))
            case PICKER_SCOPE_PATHS: .paths(some(from: ask.first, ask.number).map(\.path))
            default: .unknown(ask.scope)
            }
        return FetchRequest(scope, query: ask.query.map(query))
    }

    private func query(_ asked: SequenceQuery) -> picker_query {
        FetchRequest.everything {
            $0.media_types = asked.media
            $0.hidden = asked.hidden
            $0.flags = asked.favoritesOnly == 0 ? 0 : PICKER_QUERY_FAVORITES
            $0.any_subtypes = asked.anySubtypes
            $0.sort.0 = asked.sort
            $0.limit = asked.limit
        }
    }

    func request(_ image: SequenceImage, of asset: AssetCopy?) -> ImageRequest {
        ImageRequest(image.width, image.height) {
            $0.content = image.content
            $0.delivery = image.delivery
            $0.resize = image.resize
            $0.version = image.version
            // Of a server's photos there may be nothing but image files.
            if $0.formats == 0 { $0.formats = image.formats }
            // A record may leave out how large it is.
            let known = asset.flatMap { photo(of: $0) }
            let (width, height) = (known?.width ?? asset?.width ?? 0, known?.height ?? asset?.height ?? 0)
            $0.crop = image.part(width: width, height: height) ?? picker_rect()
        }
    }
}
