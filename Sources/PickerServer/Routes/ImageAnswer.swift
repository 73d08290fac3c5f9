internal import HTTPTypes
internal import Hummingbird
internal import PhotoModel
internal import PickerHost

/// Answers with an image.
struct ImageAnswer {
    let library: any PhotoReading
    let request: Request

    /// - Parameters:
    ///   - known: the asset, if it was just looked up; nil: it is looked up if needed.
    ///   - version: the version of the asset in the address. As long as the asset has that version, the answer never
    ///     changes.
    func response(
        _ identifier: String, known given: Asset? = nil, version: String?, options: ImageOptions
    ) async throws -> Response {
        // An unknown asset is refused when its image is requested, with the backend's message.
        let known = EntityTags(request.headers[values: .ifNoneMatch])
        let isNeeded = version != nil || known == .any || options.deliveryMode != .fastFormat
        let asset = if let given { given } else { try await asset(identifier, isNeeded: isNeeded) }
        let tag = version.flatMap {
            $0 == asset?.version ? "\"\($0)-\(options.cacheTag)-\(library.rendererTag)\"" : nil
        }
        if asset != nil, known.match(tag) {
            var headers: HTTPFields = [.cacheControl: tag == nil ? "no-cache" : Self.forever]
            headers[.eTag] = tag
            return Response(status: .notModified, headers: headers)
        }
        let sized = Self.sized(options, for: asset)
        let priority = RequestPriority(request.headers[.priority], size: options.targetSize)
        let image = try await library.heldImage(
            of: identifier, asset: asset, options: sized, encoding: .automatic(quality: 82), priority: priority)
        // Whether it is the best that can be made of this version of the file: what is missing may still be there later, as
        // where the file is on a disk that fetches it from elsewhere.
        let isFinal = !image.isDegraded && !image.isIncomplete
        var headers: HTTPFields = [.contentType: image.mimeType]
        headers[.cacheControl] = tag != nil && isFinal ? Self.forever : "no-cache"
        headers[.eTag] = isFinal ? tag : nil
        headers[Self.incomplete] = image.isIncomplete ? "1" : nil
        return Response(status: .ok, headers: headers, body: Self.body(image))
    }

    private static func body(_ image: EncodedImage) -> ResponseBody {
        // Small images, which most are, take a single write.
        guard image.bytes.count > answerPieceLength else {
            return ResponseBody(byteBuffer: ByteBuffer(bytes: image.bytes))
        }
        return ResponseBody(contentLength: image.bytes.count) { writer in
            try await writer.write(inPieces: image.bytes)
            try await writer.finish(nil)
        }
    }

    private func asset(_ identifier: String, isNeeded: Bool) async throws -> Asset? {
        guard isNeeded else { return nil }
        return try await library.assets(withIdentifiers: [identifier]).first
    }

    /// Asks for the exact size that the page has room for: an image of approximately that size may have many times the
    /// pixels. Quick images are left in the size that the backend prefers.
    private static func sized(_ options: ImageOptions, for asset: Asset?) -> ImageOptions {
        guard options.deliveryMode != .fastFormat, let asset else { return options }
        var sized = options
        sized.scaleDownOnly(asset)
        // A part is scaled down like the whole image, and never enlarged.
        if let part = options.crop, let target = options.targetSize {
            sized.resizeMode = part.width > target.width || part.height > target.height ? .exact : .fast
        }
        return sized
    }

    /// Sent if a part of the image is missing because the file is truncated or damaged.
    private static var incomplete: HTTPField.Name { HTTPField.Name("X-Picker-Incomplete")! }  // A valid token.

    /// Private: photos must not stay in shared caches.
    private static var forever: String { "private, max-age=31536000, immutable" }
}

extension ImageOptions {
    /// Distinguishes the images of one asset in entity tags.
    fileprivate var cacheTag: String {
        let size = targetSize.map { "\($0)" } ?? "full"
        let part = crop.map { "-\($0.x),\($0.y),\($0.width),\($0.height)" } ?? ""
        return "\(size)-\(contentMode.rawValue)-\(deliveryMode.rawValue)\(part)"
    }
}
