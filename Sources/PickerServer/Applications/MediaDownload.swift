internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Answers with the file of a picked asset: photos without the place where they were taken, in ranges when asked for.
struct MediaDownload {
    let library: any PhotoReading
    let mode: RepresentationMode

    /// Of what is encoded again because its format has no other way to leave out the place.
    private static let quality = 95

    /// - Parameter isVideo: the video, or that of a Live Photo; otherwise the file that represents the asset.
    func response(
        to request: Request, for asset: Asset, isVideo: Bool
    ) async throws -> Response {
        let identifier = asset.localIdentifier
        let original =
            isVideo
            ? try await library.requestVideo(for: identifier)
            : try await library.requestURLAsset(for: identifier, role: nil)
        let hasLocation = original.asset.location != nil
        let tag = "\"\(asset.version)-\(original.reference.index)-\(mode.rawValue)\""
        if EntityTags(request.headers[values: .ifNoneMatch]).match(tag), !request.headers[values: .ifNoneMatch].isEmpty
        {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: Self.caching])
        }
        let content =
            original.isVideo ? try await video(original, hasLocation) : try await photo(original, hasLocation)
        return RangedAnswer(content: content, tag: tag, caching: Self.caching).response(to: request)
    }

    /// As long as links live. Private: photos must not stay in shared caches.
    private static var caching: String { "private, max-age=3600" }

    private func video(_ original: OriginalFile, _ hasLocation: Bool) async throws -> MediaContent {
        if hasLocation || mode == .compatible,
            let converted = try await library.compatibleVideo(original, keepsLocation: false, progress: nil)
        {
            return MediaContent(converted)
        }
        return MediaContent(original, library)
    }

    private func photo(_ original: OriginalFile, _ hasLocation: Bool) async throws -> MediaContent {
        if mode == .compatible, let converted = try await library.compatiblePhoto(original, keepsLocation: false) {
            return MediaContent(
                converted.bytes, filename: converted.filename,
                mimeType: MediaTypeName.mimeType(of: converted.contentType))
        }
        if MediaTypeName.mimeType(of: original.representation.contentType) == "image/jpeg" {
            return try MediaContent(try await library.originalWithoutLocation(original), of: original)
        }
        guard hasLocation else { return MediaContent(original, library) }
        // No reader of this format can take the place out of the file.
        let image = try await library.encodedImage(
            of: original.asset.localIdentifier, asset: original.asset,
            options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat),
            encoding: .automatic(quality: Self.quality), priority: .visible)
        let ending = image.mimeType == "image/png" ? ".png" : ".jpg"
        return MediaContent(
            image.bytes, filename: original.representation.filename + ending, mimeType: image.mimeType)
    }
}
