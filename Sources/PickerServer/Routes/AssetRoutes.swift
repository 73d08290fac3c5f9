internal import Hummingbird
internal import PhotoDocuments
internal import PhotoModel
internal import PickerHost

/// One asset: what is known of it, its images, its file.
struct AssetRoutes<Context: RequestContext>: Sendable {
    let library: PhotoLibrary

    func add(to group: RouterGroup<Context>) {
        group.get("assets/:id") { _, context in
            try Response.json(DetailsDocument(try await library.details(of: context.identifier())))
        }
        group.get("assets/:id/image") { request, context in
            try await ImageAnswer(library: library, request: request).response(
                context.identifier(), version: request.uri.queryParameters["v"].map(String.init),
                options: options(request))
        }
        group.get("assets/:id/original") { request, context in
            let original = try await library.requestURLAsset(for: context.identifier())
            return try OriginalAnswer(library: library, original: original).response(to: request)
        }
    }

    private func options(_ request: Request) throws -> ImageOptions {
        let mode = request.uri.queryParameters["mode"] ?? "fit"
        guard mode == "fit" || mode == "fill" else { throw ServerError.invalidArgument("mode must be fit or fill") }
        let isFast = request.uri.queryParameters["quality"] == "fast"
        return ImageOptions(
            targetSize: try request.pixelSize(default: 256), contentMode: mode == "fill" ? .aspectFill : .aspectFit,
            deliveryMode: isFast ? .fastFormat : .highQualityFormat)
    }
}
