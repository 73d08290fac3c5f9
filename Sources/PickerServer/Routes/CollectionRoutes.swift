internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// Routes of collections and their assets.
struct CollectionRoutes: Sendable {
    let library: PhotoLibrary
    let fetches: FetchCache
    let hashes: WindowHashes
    /// The media types that are shown if there is no client's session to say it.
    let mediaTypes: MediaTypes

    private static var largestPage: Int { 500 }

    func add(to group: RouterGroup<PageContext>) {
        group.reading("collections") { request, context in try await list(for: request, context) }
        // With a million photos, listing all albums takes seconds. The page needs only this one at first.
        group.reading("camera-roll") { request, context in
            try Response.list(document(try await library.cameraRoll(), context.pageRoot), for: request)
        }
        group.reading("collections/:id/assets") { request, context in
            try await page(of: fetch(context.identifier(), request, context), request)
        }
        group.reading("collections/:id/days") { request, context in
            try await days(of: fetch(context.identifier(), request, context), request)
        }
        group.reading("collections/:id/poster") { request, context in
            try await poster(of: context.identifier(), request, context)
        }
    }

    private struct ListDocument: Encodable {
        let collections: [CollectionDocument]
        let cameraRoll: String
        /// The album of what is directly in the library's own folder; null if the library is not a folder.
        let ownAlbum: String?
    }

    private func mediaTypes(_ context: PageContext) -> MediaTypes {
        context.picking?.configuration.mediaFilter.types ?? mediaTypes
    }

    private func list(for request: Request, _ context: PageContext) async throws -> Response {
        let cameraRoll = try await library.cameraRoll().localIdentifier
        let collections = try await library.allCollections()
        return try Response.list(
            ListDocument(
                collections: collections.map { document($0, context.pageRoot) }, cameraRoll: cameraRoll,
                ownAlbum: ownAlbum), for: request)
    }

    private var ownAlbum: String? {
        library.location.folder.map { LibraryIdentity(root: Array($0.utf8)).collection(folder: []).text }
    }

    private func document(_ collection: AssetCollection, _ root: String) -> CollectionDocument {
        let hasPoster = collection.type != .folder
        return CollectionDocument(
            collection,
            posterURL: hasPoster ? "\(root)/collections/\(collection.localIdentifier)/poster" : nil)
    }

    private struct PageDocument: Encodable {
        /// Null if it is not known.
        let total: Int?
        let offset: Int
        let assets: [AssetDocument]
        let next: Int?

        private enum Key: CodingKey { case total, offset, assets, next }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(total, forKey: .total)
            try container.encode(offset, forKey: .offset)
            try container.encode(assets, forKey: .assets)
            try container.encode(next, forKey: .next)
        }
    }

    /// Two lists of the same length: 10,000 days take 150 kB as text, and little when compressed.
    private struct DaysDocument: Encodable {
        let total: Int
        /// Days such as `2024-05-01`, in the default order; null for assets without a date.
        let days: [String?]
        /// How many consecutive assets belong to each day.
        let counts: [Int]
    }

    /// The part of a collection that is requested: everything that the session shows, one kind, or what matches some
    /// words.
    private func fetch(_ collection: String, _ request: Request, _ context: PageContext) throws -> FetchRequest {
        let served = library.backend.capabilities
        var narrowing = Narrowing(mediaTypes: mediaTypes(context))
        try narrowing.narrow(kind: request.query("kind"), text: request.query("text"), served: served)
        return narrowing.request(in: collection, served: served)
    }

    private func days(of fetch: FetchRequest, _ request: Request) async throws -> Response {
        let runs = try await fetches.days(of: fetch)
        return try Response.list(
            DaysDocument(
                total: runs.reduce(0) { $0 + $1.count }, days: runs.map(\.day), counts: runs.map(\.count)),
            for: request)
    }

    private func page(of fetch: FetchRequest, _ request: Request) async throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let limit = try request.integer("limit", default: 200, in: 1...Self.largestPage)
        if try request.isReversed {
            return try await reversedPage(of: fetch, request, offset: offset, limit: limit)
        }
        let (assets, count) = try await fetches.page(of: fetch) {
            (result) async throws(PhotoError) -> ([Asset], Int?) in
            let assets = try await result.window(offset: offset, length: limit)
            let isEnd = assets.count < limit && !(assets.isEmpty && offset > 0)
            return (assets, isEnd ? nil : try await result.knownCount())
        }
        let isLast = assets.count < limit
        // A backend may return an asset at the largest index there is.
        let end = offset + min(assets.count, Int.max - offset)
        let total = count ?? (isLast && !(assets.isEmpty && offset > 0) ? end : nil)
        return try Response.list(
            PageDocument(
                total: total, offset: offset, assets: await hashes.completed(assets).map { AssetDocument($0) },
                next: isLast ? nil : end), for: request)
    }

    /// A page counted from the end of the default order, which is by creation: the newest come first.
    private func reversedPage(
        of fetch: FetchRequest, _ request: Request, offset: Int, limit: Int
    ) async throws -> Response {
        let (assets, count) = try await fetches.page(of: fetch) {
            (result) async throws(PhotoError) -> ([Asset], Int) in
            let count = try await result.count()
            let end = max(0, count - offset)
            let start = max(0, end - limit)
            guard start < end else { return ([], count) }
            return (try await result.window(offset: start, length: end - start).reversed(), count)
        }
        let isLast = offset >= count || count - offset <= limit
        return try Response.list(
            PageDocument(
                total: count, offset: offset, assets: await hashes.completed(assets).map { AssetDocument($0) },
                next: isLast ? nil : offset + limit), for: request)
    }

    /// The first of the collection's key assets that this backend can make an image of.
    private func poster(
        of collection: String, _ request: Request, _ context: PageContext
    ) async throws -> Response {
        let options = ImageOptions(
            targetSize: try request.pixelSize(default: 160), contentMode: .aspectFill,
            deliveryMode: .highQualityFormat)
        var failure = PhotoError(.notFound, "this album has no photo to show")
        for asset in try await library.keyAssets(of: collection, mediaTypes: mediaTypes(context)) {
            do {
                return try await ImageAnswer(library: library, request: request).response(
                    asset.localIdentifier, version: nil, options: options)
            } catch let error as PhotoError where error.status != .cancelled {
                failure = error
            }
        }
        throw failure
    }
}

extension Request {
    /// Whether a list is requested from its end.
    ///
    /// - Throws: INVALID_ARGUMENT if the order is not valid.
    fileprivate var isReversed: Bool {
        get throws {
            switch query("order") {
            case nil, "default": false
            case "reversed": true
            default: throw ServerError.invalidArgument("order must be default or reversed")
            }
        }
    }
}
