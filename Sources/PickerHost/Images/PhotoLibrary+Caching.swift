public import PhotoModel

// Windows of images that will be asked for soon.
extension PhotoLibrary {
    /// Makes encoded images before they are asked for, after everything that is asked for now, so that `encodedImage` finds
    /// them in memory or on the disk. Returns at once. An image that fails is made when it is asked for.
    ///
    /// The images of the last call are made before those of earlier calls. At most 2,000 wait; beyond that, those of the
    /// earliest calls are left out. Assets without a content tag are never cached, so nothing is made for them.
    ///
    /// - Parameter assets: the most urgent first.
    public func startCaching(_ assets: [Asset], options: ImageOptions, encoding: ImageEncoding) {
        let keys = keys(assets.filter { $0.contentTag != 0 }, options, encoding)
        caching.start(keys, make: cachingMaker)
    }

    /// Stops making these images, except those for which a caller is waiting.
    ///
    /// - Parameters:
    ///   - assets: those given to `startCaching`.
    ///   - options: those given to `startCaching`.
    ///   - encoding: that given to `startCaching`.
    public func stopCaching(_ assets: [Asset], options: ImageOptions, encoding: ImageEncoding) {
        caching.stop(keys(assets, options, encoding), make: cachingMaker)
    }

    /// Stops making all images that `startCaching` started.
    public func stopCachingAll() { caching.stopAll() }

    private func keys(_ assets: [Asset], _ options: ImageOptions, _ encoding: ImageEncoding) -> [ImageCaching.Key] {
        assets.map { ImageCaching.Key(asset: $0, options: options, encoding: encoding) }
    }

    private var cachingMaker: ImageCaching.Maker {
        { [weak self] key in
            _ = try? await self?.encodedImage(
                of: key.asset.localIdentifier, asset: key.asset, options: key.options, encoding: key.encoding,
                priority: .prefetch)
        }
    }
}
