public import PhotoModel

extension PhotoLibrary {
    /// Requests an image of an asset.
    ///
    /// With `ResizeMode.exact` the size is exact, whichever the backend; otherwise it is about the target size.
    public func requestImage(
        for localIdentifier: String, options: ImageOptions, priority: RequestPriority = .visible
    ) -> ImageRequest {
        pipeline(for: localIdentifier, options: options, priority: priority).frames()
    }

    /// The final image of a request as the content of a file. Decoding and encoding run on one thread.
    ///
    /// - Parameter asset: the asset, if it is known, so that the memory that its image takes can be estimated better.
    public func encodedImage(
        of localIdentifier: String, asset: Asset? = nil, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority = .visible
    ) async throws(PhotoError) -> EncodedImage {
        var image = try await heldImage(
            of: localIdentifier, asset: asset, options: options, encoding: encoding, priority: priority)
        // The memory is the caller's affair from here on.
        image.hold = nil
        return image
    }

    /// Returns when everything that was encoded so far is on its way to the cache on the disk, so that the process may end.
    public func finishCaching() async { await cachedImages.finishWriting() }

    /// How the cache of encoded images in memory is used.
    public var memoryCacheCounts: ImageCacheCounts { cachedImages.memoryCounts }

    /// How the cache of encoded images on the disk is used; all 0 if there is none. Requests that were answered from memory are
    /// not counted.
    public var diskCacheCounts: ImageCacheCounts { cachedImages.diskCounts }

    /// What became of the images that were begun. Requests that were answered from caches are not counted.
    public var imageWorkCounts: ImageWorkCounts {
        var counts = imageWork.counts
        counts.requests = frames.waiterCount + encodedImages.waiterCount
        return counts
    }

    /// How often a thumbnail of the desktop could be used; all 0 when these are left alone.
    public var desktopThumbnailCounts: ImageCacheCounts { desktopThumbnails?.counts ?? ImageCacheCounts() }

    /// The same, charged to the memory budget of images for as long as the caller keeps it: for clients that may read it slowly.
    package func heldImage(
        of localIdentifier: String, asset: Asset?, options: ImageOptions, encoding: ImageEncoding,
        priority: RequestPriority
    ) async throws(PhotoError) -> EncodedImage {
        // Degraded frames would be made in vain. Without a network, one of them may be all that there is.
        var called = options
        if options.deliveryMode == .opportunistic, options.allowsNetwork { called.deliveryMode = .highQualityFormat }
        return try await pipeline(
            for: localIdentifier, asset: asset, options: options, calledWith: called, priority: priority
        ).encoded(encoding)
    }

    /// - Parameters:
    ///   - options: those by which an image is known that was made before.
    ///   - called: those that the backend gets; nil: the same.
    private func pipeline(
        for localIdentifier: String, asset: Asset? = nil, options: ImageOptions, calledWith called: ImageOptions? = nil,
        priority: RequestPriority
    ) -> ImagePipeline {
        let called = called ?? options
        return ImagePipeline(
            library: self, localIdentifier: localIdentifier, asset: asset, options: options, priority: priority
        ) {
            (table, control, deliver) throws(PhotoError) in
            try table.requestImage(of: localIdentifier, options: called, control: control, deliver: deliver)
        }
    }

    /// The image at full resolution.
    public func requestFullResolutionImage(
        for localIdentifier: String, version: ImageVersion = .current
    ) -> ImageRequest {
        requestImage(
            for: localIdentifier,
            options: ImageOptions(targetSize: nil, deliveryMode: .highQualityFormat, version: version))
    }

    /// The poster of an asset: a thumbnail that fills `size`, which is sharper than one that fits into it.
    public func requestPosterImage(for localIdentifier: String, size: PixelSize) -> ImageRequest {
        requestImage(
            for: localIdentifier, options: ImageOptions(targetSize: size, contentMode: .aspectFill))
    }

    /// The asset whose image represents a collection: the first of its key assets of these media types.
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
}

// The images inside the file of an asset.
extension PhotoLibrary {
    /// The images inside the file of an asset, the main one first: its thumbnails, depth, alpha and other auxiliary images,
    /// the rest of a burst.
    ///
    /// - Throws: `.unsupported` when the backend cannot list them, `.unsupportedFormat` for a file whose format allows only one
    ///   image, `.corruptMedia`, `.notFound`.
    public func items(of localIdentifier: String) async throws(PhotoError) -> [ImageItem] {
        try await perform(in: \.media) { (_, table, control) throws(PhotoError) in
            try table.items(of: localIdentifier, control: control)
        }
    }

    /// Requests an image of one of these, as `requestImage(for:options:)` does for the main one.
    public func requestImage(
        ofItem id: UInt32, for localIdentifier: String, options: ImageOptions, priority: RequestPriority = .visible
    ) -> ImageRequest {
        ImagePipeline(
            library: self, localIdentifier: localIdentifier, item: id, options: options, priority: priority
        ) {
            (table, control, deliver) throws(PhotoError) in
            try table.requestItem(id, of: localIdentifier, options: options, control: control, deliver: deliver)
        }.frames()
    }
}
