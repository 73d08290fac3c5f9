internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// Routes of one asset: its details, its images, its file.
struct AssetRoutes: Sendable {
    let library: PhotoLibrary

    func add(to group: RouterGroup<PageContext>) {
        group.reading("assets/:id") { _, context in
            try Response.json(DetailsDocument(try await library.details(of: context.identifier())))
        }
        group.reading("assets/:id/image") { request, context in
            try await ImageAnswer(library: library, request: request).response(
                context.identifier(), version: version(request), options: options(request))
        }
        group.reading("assets/:id/original") { request, context in
            let original = try await library.requestURLAsset(for: context.identifier(), role: role(request))
            return try OriginalAnswer(library: library, original: original).response(to: request)
        }
    }

    /// Which of the asset's files is meant; nil: the one that represents it.
    private func role(_ request: Request) throws -> RepresentationRole? {
        guard let name = request.query("role") else { return nil }
        guard let role = RepresentationRole.allCases.first(where: { $0.name == name }) else {
            let names = RepresentationRole.allCases.map(\.name).joined(separator: ", ")
            throw ServerError.invalidArgument("role must be one of: \(names)")
        }
        return role
    }

    /// The version as in the list of assets. Nothing else may get into an entity tag.
    private func version(_ request: Request) throws -> String? {
        guard let text = request.query("v") else { return nil }
        guard (1...16).contains(text.utf8.count), text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw ServerError.invalidArgument("v must be the version of the asset, as it is listed")
        }
        return text
    }

    private func options(_ request: Request) throws -> ImageOptions {
        let mode = request.query("mode") ?? "fit"
        guard mode == "fit" || mode == "fill" else { throw ServerError.invalidArgument("mode must be fit or fill") }
        let isFast = request.query("quality") == "fast"
        return ImageOptions(
            targetSize: try request.pixelSize(default: 256), contentMode: mode == "fill" ? .aspectFill : .aspectFit,
            deliveryMode: isFast ? .fastFormat : .highQualityFormat, crop: try part(request))
    }

    /// The part of the photo that is meant, as "X,Y,WIDTH,HEIGHT" in pixels of the whole photo; nil: all of it.
    private func part(_ request: Request) throws -> PixelRect? {
        guard let text = request.query("part") else { return nil }
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 4, numbers.allSatisfy({ (0...1_000_000).contains($0) }), numbers[2] > 0, numbers[3] > 0
        else {
            throw ServerError.invalidArgument("part must be X,Y,WIDTH,HEIGHT, in pixels of the photo")
        }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
