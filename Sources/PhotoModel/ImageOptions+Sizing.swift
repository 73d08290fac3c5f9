internal import Pixels

extension ImageOptions {
    /// Sets the resize mode that people expect who name none: exactly the size, but never larger than the photo. Of a
    /// part of the photo, and at full resolution, the size stays as it is.
    ///
    /// - Parameter asset: the photo; its pixels are counted upright.
    public mutating func scaleDownOnly(_ asset: Asset) {
        guard let target = targetSize else { return }
        let isLarger =
            contentMode == .aspectFit
            ? asset.pixelWidth > target.width || asset.pixelHeight > target.height
            : asset.pixelWidth >= target.width && asset.pixelHeight >= target.height
        resizeMode = isLarger && crop == nil ? .exact : .fast
    }
}
