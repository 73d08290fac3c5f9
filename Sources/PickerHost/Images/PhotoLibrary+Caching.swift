public import PhotoModel

// Windows of images that will be asked for soon.
extension PhotoLibrary {
    /// Makes encoded images ahead of being asked for, behind everything that is asked for now, so that `encodedImage` has them in
    /// memory or on the disk. Returns at once; what fails is made when it is asked for.
    ///
    /// The images of the last call come before those of earlier ones. At most 2,000 wait: of what was asked for first, the rest is
    /// left out. Assets without a version are never cached, so nothing is made for them.
    ///
    /// - Parameter assets: the most urgent first.
    public func startCaching(_ assets: [Asset], options: ImageOptions, encoding: ImageEncoding) {
        let keys = keys(assets.filter { $0.contentTag != 0 }, options, encoding)
        caching.start(keys, make: cachingMaker)
    }

    /// Makes these no more. One that a caller waits for by now goes on.
    ///
    /// - Parameters:
    ///   - assets: as they were when it was started.
    ///   - options: the same.
    ///   - encoding: the same.
    public func stopCaching(_ assets: [Asset], options: ImageOptions, encoding: ImageEncoding) {
        caching.stop(keys(assets, options, encoding), make: cachingMaker)
    }

    /// Makes none of all that was started any more.
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
