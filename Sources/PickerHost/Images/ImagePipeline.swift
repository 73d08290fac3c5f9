internal import Imaging
internal import PhotoModel

/// Carries an image request through the host, from its call to the frames that the caller gets:
///
/// 1. the content of a file is answered from memory, or from the disk (`CachedImages`), if it was made of this version before;
/// 2. the request joins an equal one that is in flight (`SharedImages`); its frames are this one's then;
/// 3. it waits in the lane of images, by its priority, until a thread is free and the budget of memory admits what it is
///    estimated to take (`ImageCost`), unless no one waits for it any more;
/// 4. it enters the current generation, which a swap then waits for;
/// 5. a thumbnail that programs of the desktop share is taken, if one is what is asked for (`DesktopThumbnails`); otherwise
///    the backend renders, in the time of the lane: `LibraryTable` calls it, `FrameReceiver` takes its frames;
/// 6. a frame is brought to the exact size, if that was asked for and the backend does not do it;
/// 7. the last one is encoded, where the content of a file is asked for, kept for step 1, and charged until it was read;
/// 8. all that asked get the frames from their streams.
struct ImagePipeline: Sendable {
    /// What makes a backend deliver the frames of a request, on the calling thread.
    typealias Source =
        @Sendable (LibraryTable, CallControl, (Frame) -> Bool) throws(PhotoError) -> Void

    let library: PhotoLibrary
    let localIdentifier: String
    /// An image inside of the asset's file; nil: the main one.
    var item: UInt32?
    /// The asset, as far as the caller knows it.
    var asset: Asset?
    let options: ImageOptions
    let priority: RequestPriority
    let source: Source

    /// Begins the request. It ends early when its frames are no longer held or read.
    func frames() -> ImageRequest {
        let stream = library.frames.stream(key(encoding: nil), priority: priority, cost: cost) {
            (control, deliver) throws(PhotoError) in
            _ = try render(control, deliver: deliver)
        }
        return ImageRequest(stream: stream)
    }

    /// The final image as the content of a file. Rendering and encoding run on one thread.
    func encoded(_ encoding: ImageEncoding) async throws(PhotoError) -> EncodedImage {
        let key = cachedKey(encoding)
        var packed: PackedImageRequest?
        if let key, let asset {
            if let image = library.cachedImages.image(for: key) { return charged(image) }
            let found = await library.cachedImages.imageOnDisk(
                for: key, root: library.root, path: path(of: asset), priority: priority)
            if let image = found.image { return charged(image) }
            packed = found.request
        }
        return try await made(encoding, key, packed)
    }

    /// The same, made or joined to what is being made.
    private func made(
        _ encoding: ImageEncoding, _ cached: CachedImageKey?, _ packed: PackedImageRequest?
    ) async throws(PhotoError) -> EncodedImage {
        let cancellation = CancellationFlag()
        let result: Result<EncodedImage, PhotoError> = await withTaskCancellationHandler {
            await Self.last(of: encodedStream(encoding, cached, packed, cancellation))
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }

    private func encodedStream(
        _ encoding: ImageEncoding, _ cached: CachedImageKey?, _ packed: PackedImageRequest?,
        _ cancellation: CancellationFlag
    ) -> SharedImages<EncodedImage>.Stream {
        library.encodedImages.stream(
            key(encoding: encoding), priority: priority, cost: cost, cancellation: cancellation
        ) { (control, deliver) throws(PhotoError) in
            guard let cached else {
                _ = deliver(charged(try make(encoding, control).image))
                return
            }
            let image = try library.cachedImages.make(cached, packed) { () throws(PhotoError) in
                try make(encoding, control)
            }
            _ = deliver(charged(image))
        }
    }

    /// Takes a thumbnail of the desktop, or renders, and encodes on the calling thread.
    private func make(
        _ encoding: ImageEncoding, _ control: CallControl
    ) throws(PhotoError) -> (image: EncodedImage, renderer: Renderer) {
        let photo = desktopPhoto
        if let photo, let found = try fromDesktop(photo, encoding, control) { return found }
        var last: Frame?
        let generation = try render(control) { frame in
            last = frame
            return true
        }
        // The request ended well, so there was a final frame.
        guard let last else { throw PhotoError(.internal, "the backend gave no image") }
        let image = try last.encoded(
            encoding, readsProfile: !generation.isInWorker, cancellation: control.cancellation)
        if let photo { library.desktopThumbnails?.add(last, options, of: photo, control.cancellation) }
        return (image, generation.renderer)
    }

    /// The photo as the thumbnails of the desktop know it; nil when they are left alone. Waits for the disk.
    private var desktopPhoto: DesktopPhoto? {
        guard library.desktopThumbnails != nil, item == nil, let asset, let path = path(of: asset) else { return nil }
        return DesktopPhoto(asset, path: path)
    }

    /// The image from a thumbnail of the desktop, which is parsed in this process: not for an isolated library.
    private func fromDesktop(
        _ photo: DesktopPhoto, _ encoding: ImageEncoding, _ control: CallControl
    ) throws(PhotoError) -> (image: EncodedImage, renderer: Renderer)? {
        let (generation, _) = try library.enterCurrent()
        defer { generation.leave() }
        guard !generation.isInWorker,
            let pixels = library.desktopThumbnails?.image(of: photo, options, control.cancellation)
        else { return nil }
        var image = try Frame(pixels: pixels).encoded(encoding, cancellation: control.cancellation)
        image.isBorrowed = true
        return (image, generation.renderer)
    }

    /// Absolute; nil when the asset names no file that this process sees.
    private func path(of asset: Asset) -> [UInt8]? {
        asset.path.bytes.isEmpty || !library.info.hasFiles ? nil : library.absolutePath(of: asset.path)
    }

    /// The image, charged until no one has it any more.
    private func charged(_ image: EncodedImage) -> EncodedImage {
        var image = image
        image.hold = MemoryHold(image.bytes.count, in: library.lanes.images)
        return image
    }

    private static func last(
        of stream: SharedImages<EncodedImage>.Stream
    ) async -> Result<EncodedImage, PhotoError> {
        var last: EncodedImage?
        do {
            for try await image in stream { last = image }
        } catch {
            return .failure(error as? PhotoError ?? PhotoError(.internal, "\(error)"))
        }
        // A stream ends without an image when the task that reads it was cancelled.
        return last.map { .success($0) } ?? .failure(.cancelled)
    }

    private func key(encoding: ImageEncoding?) -> ImageKey {
        ImageKey(
            generation: library.generationNumber, changes: library.changes.count, localIdentifier: localIdentifier,
            item: item, contentTag: asset?.contentTag, options: options, encoding: encoding)
    }

    /// Nil when the image is not cached: which version it will be of must be known.
    private func cachedKey(_ encoding: ImageEncoding) -> CachedImageKey? {
        guard item == nil, let asset, asset.localIdentifier == localIdentifier, let renderer = library.renderer
        else { return nil }
        return CachedImageKey(renderer, asset, options: options, encoding: encoding)
    }

    private var cost: Int {
        let size = asset.map { PixelSize(width: $0.pixelWidth, height: $0.pixelHeight) }
        return ImageCost.bytes(options, of: size, limits: .ofProcess)
    }

    /// Runs the request to its end on the calling thread.
    ///
    /// - Returns: what made the frames.
    private func render(_ control: CallControl, deliver: @escaping (Frame) -> Bool) throws(PhotoError) -> Generation {
        let (generation, table) = try library.enterCurrent()
        defer { generation.leave() }
        control.enter(table.backend)
        let finishing = ExactSize(options, backend: generation.info.capabilities)
        var failure: PhotoError?
        try source(table, control) { frame in
            do throws(PhotoError) {
                var frame = frame
                frame.pixels = try finishing.apply(to: frame.pixels, control.cancellation)
                return deliver(frame)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return generation
    }
}

/// Brings images to the exact target size where the backend does not.
private struct ExactSize {
    private let request: RenderRequest?

    init(_ options: ImageOptions, backend: BackendCapabilities) {
        guard options.resizeMode == .exact, let target = options.targetSize, !backend.contains(.exactSize) else {
            request = nil
            return
        }
        request = RenderRequest(
            targetSize: target, contentMode: options.contentMode, resizeMode: .exact, convertsToSRGB: false)
    }

    func apply(to pixels: PixelBuffer, _ cancellation: Cancellation) throws(PhotoError) -> PixelBuffer {
        guard let request else { return pixels }
        do throws(ImagingError) {
            return try ImageScaler.scale(pixels, request, cancellation: cancellation)
        } catch {
            throw PhotoError(error, asking: cancellation)
        }
    }
}
