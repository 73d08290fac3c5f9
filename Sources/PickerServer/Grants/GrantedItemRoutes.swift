internal import Cryptography
internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions
internal import SessionStorage

/// What a client may see without asking each time: the albums and items that the owner granted it.
struct GrantedItemRoutes: Sendable {
    let scope: GrantScope

    func add(to group: RouterGroup<PageContext>) {
        // The routes of the first library, and those of each library by its name.
        for place in ["library", "libraries/:library"] {
            group.reading(RouterPath("\(place)/albums")) { request, context in try await albums(request, context) }
            group.reading(RouterPath("\(place)/mediaItems")) { request, context in try await items(request, context) }
            group.reading(RouterPath("\(place)/mediaItems/:id")) { request, context in
                let view = try await scope.view(context)
                let items = GrantedItems(view: view, root: Self.root(request, context))
                guard let item = try await items.item(context.identifier()) else { throw Self.unknownItem }
                return try Response.json(item)
            }
            group.reading(RouterPath("\(place)/media/:link")) { request, context in try await media(request, context) }
        }
    }

    /// The beginning of the addresses of a library's items.
    private static func root(_ request: Request, _ context: PageContext) -> String {
        let library = context.parameters.get("library").map { "libraries/\($0)" } ?? "library"
        return "\(request.base)/v1/\(library)"
    }

    /// What a page token is valid for: one list of one library.
    private static func list(_ name: String, _ context: PageContext) -> String {
        context.parameters.get("library").map { "\(name) of \($0)" } ?? name
    }

    private struct AlbumPage: Encodable {
        struct Album: Encodable {
            let id: String
            let title: String
            /// A string, which is how Google's JSON writes an int64.
            let mediaItemsCount: String
        }
        let albums: [Album]
        let nextPageToken: String?
    }

    private struct ItemPage: Encodable {
        let mediaItems: [MediaItemResource]
        let nextPageToken: String?
    }

    private func albums(_ request: Request, _ context: PageContext) async throws -> Response {
        let key = try await scope.store.signingKey()
        let page = try ListPage(request, of: Self.list("albums", context), context, key: key)
        let all = try await scope.view(context).collections()
        let albums = all.dropFirst(page.offset).prefix(page.size).map {
            AlbumPage.Album(
                id: $0.localIdentifier, title: $0.title, mediaItemsCount: String($0.estimatedCount ?? 0))
        }
        return try Response.json(
            AlbumPage(albums: albums, nextPageToken: page.next(hasMore: page.offset + page.size < all.count)))
    }

    /// The items of an album, or those that were granted one by one.
    private func items(_ request: Request, _ context: PageContext) async throws -> Response {
        let view = try await scope.view(context)
        let (assets, nextPageToken) =
            if let album = request.query("albumId"), !album.isEmpty {
                try await page(ofAlbum: album, view, request, context)
            } else {
                try await pageOfItems(view, request, context)
            }
        let items = try await GrantedItems(view: view, root: Self.root(request, context)).resources(of: assets)
        return try Response.json(ItemPage(mediaItems: items, nextPageToken: nextPageToken))
    }

    private func pageOfItems(
        _ view: LibraryView, _ request: Request, _ context: PageContext
    ) async throws -> ([Asset], String?) {
        let key = try await scope.store.signingKey()
        let page = try ListPage(request, of: Self.list("items", context), context, key: key)
        let assets = try await view.grantedAssets(offset: page.offset, length: page.size)
        return (assets, page.next(hasMore: page.offset + page.size < view.grantedAssetCount))
    }

    private func page(
        ofAlbum album: String, _ view: LibraryView, _ request: Request, _ context: PageContext
    ) async throws -> ([Asset], String?) {
        // Only clients that may see the album may learn whether a token is valid for it.
        do throws(PhotoError) {
            _ = try await view.collection(album)
        } catch {
            throw error.status == .notFound ? ServerError.notFound("there is no such album for this client") : error
        }
        let key = try await scope.store.signingKey()
        let page = try ListPage(request, of: Self.list("album \(album)", context), context, key: key)
        let assets = try await view.assets(of: album, offset: page.offset, length: page.size + 1)
        return (Array(assets.prefix(page.size)), page.next(hasMore: assets.count > page.size))
    }

    private static var unknownItem: ServerError { .notFound("there is no such item for this client") }

    /// An image or the file of an item. The same forms may follow its `baseUrl` as that of a picked item.
    private func media(_ request: Request, _ context: PageContext) async throws -> Response {
        let address = MediaAddress(context.parameters.get("link"))
        let link = address.link.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let view = try await scope.view(context)
        guard link.count == 2,
            let asset = try await view.assets(withIdentifiers: [link[0]]).first,
            asset.version == link[1]
        else { throw Self.unknownItem }
        let client = try context.requireClient().identifier
        var response = try await MediaAnswer(library: view, mode: .current, client: client).response(
            to: request, for: asset, form: try MediaForm(address.form))
        let (body, identifier) = (response.body, asset.localIdentifier)
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            try await body.write(GrantedWriter(writer) { await isRevoked(identifier, context) })
        }
        return response
    }

    /// Whether an item is not granted any more. A store or a library that cannot be asked at the moment does not say so.
    private func isRevoked(_ identifier: String, _ context: PageContext) async -> Bool {
        do {
            return try await !scope.view(context).allows(identifier)
        } catch let error as ServerError {
            return error.status == .notFound
        } catch {
            return false
        }
    }
}
