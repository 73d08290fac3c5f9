internal import Hummingbird
internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost

/// Albums and what is in them.
struct CollectionRoutes: Sendable {
    let library: PhotoLibrary
    let watch: DisconnectWatch
    let fetches: FetchCache
    let mediaTypes: MediaTypes

    private static var largestPage: Int { 500 }

    func add(to group: RouterGroup<PageContext>) {
        group.get("collections") { _, _ in try await list() }
        group.get("collections/:id/assets") { request, context in
            try await page(of: context.identifier(), request)
        }
        group.get("collections/:id/poster") { request, context in
            try await poster(of: context.identifier(), request, context)
        }
    }

    private struct ListDocument: Encodable {
        let collections: [CollectionDocument]
        let cameraRoll: String
    }

    private func list() async throws -> Response {
        let cameraRoll = try await library.cameraRoll().localIdentifier
        let collections = try await library.allCollections()
        return try Response.json(
            ListDocument(collections: collections.map { document($0) }, cameraRoll: cameraRoll))
    }

    private func document(_ collection: AssetCollection) -> CollectionDocument {
        let hasPoster = collection.type != .folder
        return CollectionDocument(
            collection,
            posterURL: hasPoster ? "/picker/v1/collections/\(collection.localIdentifier)/poster" : nil)
    }

    private struct PageDocument: Encodable {
        /// Null when it is not known.
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

    private func page(of collection: String, _ request: Request) async throws -> Response {
        let offset = try request.integer("offset", default: 0, in: 0...Int.max)
        let limit = try request.integer("limit", default: 200, in: 1...Self.largestPage)
        let result = try await fetches.result(of: collection, mediaTypes: mediaTypes)
        let assets = try await result.window(offset: offset, length: limit)
        let isLast = assets.count < limit
        let total = isLast && !(assets.isEmpty && offset > 0) ? offset + assets.count : try await result.count()
        return try Response.json(
            PageDocument(
                total: total, offset: offset, assets: assets.map { AssetDocument($0) },
                next: isLast ? nil : offset + assets.count))
    }

    /// The first of the collection's key assets that this backend can make an image of.
    private func poster(
        of collection: String, _ request: Request, _ context: PageContext
    ) async throws -> Response {
        let options = ImageOptions(
            targetSize: try request.pixelSize(default: 160), contentMode: .aspectFill,
            deliveryMode: .highQualityFormat)
        var failure = PhotoError(.notFound, "this album has no photo to show")
        for asset in try await library.keyAssets(of: collection, mediaTypes: mediaTypes) {
            do {
                return try await ImageAnswer(
                    library: library, watch: watch, request: request, context: context
                ).response(
                    asset.localIdentifier, version: nil, options: options)
            } catch let error as PhotoError where error.status != .cancelled {
                failure = error
            }
        }
        throw failure
    }
}
