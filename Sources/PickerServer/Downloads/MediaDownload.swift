internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// Answers with the file of a picked asset, without its location, and in ranges if the request asks for one.
struct MediaDownload {
    let library: any PhotoReading
    let mode: RepresentationMode
    /// The identifier of the client that the file is for.
    let client: Int64

    /// The quality of images that are encoded again because the location cannot be removed from their format in another
    /// way.
    private static let quality = 95

    /// - Parameter isVideo: whether the video, or that of a Live Photo, is meant; otherwise the file that represents
    ///   the asset.
    func response(
        to request: Request, for asset: Asset, isVideo: Bool
    ) async throws -> Response {
        let identifier = asset.localIdentifier
        let original =
            isVideo
            ? try await library.requestVideo(for: identifier)
            : try await library.requestURLAsset(for: identifier, role: nil)
        // It was looked up after the asset. Of another file that took its place meanwhile, nothing may be sent, and nothing
        // that was found out about one of the two may be taken for the other.
        guard original.asset.contentTag == asset.contentTag else {
            throw ServerError.notFound("this was changed while it was asked for")
        }
        let tag = tag(of: original, asset)
        let wanted = request.headers[values: .ifMatch]
        guard wanted.isEmpty || EntityTags(wanted, takesWeak: false).match(tag) else {
            throw ServerError(.preconditionFailed, "FAILED_PRECONDITION", "the file is not the one that If-Match names")
        }
        if EntityTags(request.headers[values: .ifNoneMatch]).match(tag), !request.headers[values: .ifNoneMatch].isEmpty
        {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: Self.caching])
        }
        let made = try await MadeFiles.shared.content("\(library.root)\0\(identifier)\0\(tag)", for: client) {
            original.isVideo ? try await video(original) : try await photo(original)
        }
        return RangedAnswer(content: made ?? MediaContent(original, library), tag: tag, caching: Self.caching).response(
            to: request)
    }

    /// The strong entity tag of what is sent for an original. It changes with what makes the file: a client that has the
    /// beginning of one must not continue it with the rest of another.
    private func tag(of original: OriginalFile, _ asset: Asset) -> String {
        "\"\(asset.version)-\(original.reference.index)-\(mode.rawValue)-\(library.rendererTag)\""
    }

    /// As long as links are valid. Private: photos must not stay in shared caches.
    private static var caching: String { "private, max-age=3600" }

    private func mayTellPlace(_ original: OriginalFile) async throws -> Bool {
        try await PlaceSearch(original: original, library: library).mayTellPlace()
    }

    /// What is sent instead of a video; nil: the video itself.
    private func video(_ original: OriginalFile) async throws -> MediaContent? {
        let needsConversion = try await mode == .compatible ? true : mayTellPlace(original)
        guard needsConversion else { return nil }
        return try await library.compatibleVideo(original, keepsLocation: false, progress: nil).map(MediaContent.init)
    }

    /// What is sent instead of a photo; nil: the photo itself.
    private func photo(_ original: OriginalFile) async throws -> MediaContent? {
        if mode == .compatible, let converted = try await library.compatiblePhoto(original, keepsLocation: false) {
            return try await MediaContent.made(
                converted.bytes, filename: converted.filename,
                mimeType: MediaFormat.mimeType(of: converted.contentType))
        }
        if MediaFormat(uniformTypeIdentifier: original.representation.contentType) == .jpeg {
            return try MediaContent(try await library.originalWithoutLocation(original), of: original)
        }
        guard try await mayTellPlace(original) else { return nil }
        // The location cannot be removed from a file of this format, so the image is encoded again.
        let image = try await library.encodedImage(
            of: original.asset.localIdentifier, asset: original.asset,
            options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat),
            encoding: .automatic(quality: Self.quality), priority: .visible)
        return try await MediaContent.made(
            image.bytes, filename: original.filename(asPNG: image.mimeType == "image/png"),
            mimeType: image.mimeType)
    }
}
