internal import Imaging
public import PhotoModel
public import Pixels

extension PhotoLibrary {
    /// Requests an image of an asset.
    ///
    /// The size is exact with `ResizeMode.exact`, whatever the backend; otherwise it is about the target size.
    public func requestImage(
        for localIdentifier: String, options: ImageOptions, priority: RequestPriority = .visible
    ) -> ImageRequest {
        request(options, priority: priority) { (table, control, deliver) throws(PhotoError) in
            try table.requestImage(of: localIdentifier, options: options, control: control, deliver: deliver)
        }
    }

    /// Something that makes a backend deliver frames.
    typealias FrameSource =
        @Sendable (LibraryTable, CallControl, (DeliveredFrame) -> Bool) throws(PhotoError) -> Void

    /// A request whose frames come from `source`, on a thread of the pool.
    func request(
        _ options: ImageOptions, priority: RequestPriority, from source: @escaping FrameSource
    ) -> ImageRequest {
        let control = CallControl()
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: ImageResult.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in control.cancel() }
        pool.submit(priority: priority) { [self] in
            do throws(PhotoError) {
                try renderImages(options, control: control, from: source) { result in
                    if case .terminated = continuation.yield(result) { return false }
                    return true
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        return ImageRequest(stream: stream)
    }

    /// The image at full resolution.
    public func requestFullResolutionImage(
        for localIdentifier: String, version: ImageVersion = .current
    ) -> ImageRequest {
        requestImage(
            for: localIdentifier,
            options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat, version: version))
    }

    /// The poster of an asset: a thumbnail that fills the box, which is sharper than one that fits into it.
    public func requestPosterImage(for localIdentifier: String, size: PixelSize) -> ImageRequest {
        requestImage(
            for: localIdentifier, options: ImageOptions(targetSize: size, contentMode: .aspectFill))
    }

    /// The asset whose image stands for a collection: the first of its key assets of these media types.
    ///
    /// - Throws: `.notFound` when the collection has no such asset.
    public func posterAsset(
        of collection: String, mediaTypes: MediaTypes = .any
    ) async throws(PhotoError) -> Asset {
        let keys = try await keyAssets(of: collection, mediaTypes: mediaTypes)
        guard let first = keys.first(where: { mediaTypes.contains($0.mediaType) }) else {
            throw PhotoError(.notFound, "this album has no photo to show")
        }
        return first
    }

    /// Runs one image request to its end on the calling thread.
    func renderImages(
        of localIdentifier: String, options: ImageOptions, control: CallControl,
        deliver: @escaping (ImageResult) -> Bool
    ) throws(PhotoError) {
        let source: FrameSource = { (table, control, deliver) throws(PhotoError) in
            try table.requestImage(of: localIdentifier, options: options, control: control, deliver: deliver)
        }
        try renderImages(options, control: control, from: source, deliver: deliver)
    }

    private func renderImages(
        _ options: ImageOptions, control: CallControl, from source: FrameSource,
        deliver: @escaping (ImageResult) -> Bool
    ) throws(PhotoError) {
        if control.isCancelled { throw .cancelled }
        let (generation, table) = try enterCurrent()
        defer { generation.leave() }
        let finishing = ExactSize(options, backend: generation.description.capabilities)
        var failure: PhotoError?
        try source(table, control) { frame in
            do throws(PhotoError) {
                let pixels = try finishing.apply(to: frame.pixels)
                return deliver(
                    ImageResult(
                        image: pixels, isDegraded: frame.isDegraded, isFinal: frame.isFinal,
                        isIncomplete: frame.isIncomplete))
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }
}

/// Brings images to the exact target size where the backend does not.
struct ExactSize {
    private let request: RenderRequest?

    init(_ options: ImageOptions, backend: BackendCapabilities) {
        guard options.resizeMode == .exact, let target = options.targetSize, !backend.contains(.exactSize) else {
            request = nil
            return
        }
        request = RenderRequest(
            targetSize: target, contentMode: options.contentMode == .aspectFill ? .fill : .fit, resizeMode: .exact,
            colorPolicy: .keep)
    }

    func apply(to pixels: PixelBuffer) throws(PhotoError) -> PixelBuffer {
        guard let request else { return pixels }
        do throws(ImagingError) {
            return try ImageScaler.scale(pixels, request)
        } catch {
            throw PhotoError(error)
        }
    }
}
