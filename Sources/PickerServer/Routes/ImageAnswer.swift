internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// Answers with an image; cancels the work behind it when the page has gone away.
struct ImageAnswer {
    let library: PhotoLibrary
    let watch: DisconnectWatch
    let request: Request
    let context: PageContext

    /// - Parameter version: the version of the asset that the address names; such an answer never changes.
    func response(_ identifier: String, version: String?, options: ImageOptions) async throws -> Response {
        let tag = version.map { "\"\($0)-\(options.cacheTag)\"" }
        if let tag, request.headers[.ifNoneMatch] == tag {
            return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: Self.forever])
        }
        let image = try await watch.run(on: context.channel) { [library] in
            let sized = try await Self.sized(options, for: identifier, in: library)
            return try await library.encodedImage(of: identifier, options: sized, encoding: .automatic(quality: 82))
        }
        var headers: HTTPFields = [.contentType: image.mimeType]
        headers[.cacheControl] = tag == nil || image.isDegraded ? "no-cache" : Self.forever
        headers[.eTag] = image.isDegraded ? nil : tag
        headers[Self.incomplete] = image.isIncomplete ? "1" : nil
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes)))
    }

    /// Exactly the size that the page has room for: what a backend makes of about that size may have many times the
    /// pixels. What must be quick stays as the backend likes it.
    private static func sized(
        _ options: ImageOptions, for identifier: String, in library: PhotoLibrary
    ) async throws -> ImageOptions {
        // One that is unknown is refused by the request for its image.
        guard options.deliveryMode != .fastFormat,
            let asset = try await library.assets(withIdentifiers: [identifier]).first
        else { return options }
        var sized = options
        sized.scaleDownOnly(asset)
        return sized
    }

    /// A part of the picture is missing, because the file is cut off or damaged.
    private static var incomplete: HTTPField.Name { HTTPField.Name("X-Picker-Incomplete")! }  // A valid token.

    /// Private: photos must not stay in shared caches.
    private static var forever: String { "private, max-age=31536000, immutable" }
}

extension ImageOptions {
    /// Tells images of one asset apart in an entity tag.
    fileprivate var cacheTag: String {
        let size = targetSize.map { "\($0)" } ?? "full"
        return "\(size)-\(contentMode.rawValue)-\(deliveryMode.rawValue)"
    }
}
