public import PhotoModel

/// Which part of an upright image an image request shows, and how large.
public struct ImageGeometry: Hashable, Sendable {
    /// In pixels of the whole upright image.
    public let part: PixelRect
    /// The size of the frame.
    public let size: PixelSize
}

extension ImageOptions {
    /// What to show of an image, in the order of docs/abi.md, R14.5: crop, content mode, target size.
    ///
    /// The frame is as large as the target asks for, enlarged only for `ResizeMode.exact`. With `ResizeMode.none` it
    /// may be larger, if that is less work.
    ///
    /// - Parameter wholeSize: of the upright image.
    /// - Throws: `.invalidArgument` for a crop outside of the image or a side of more than a million pixels,
    ///   `.corruptMedia` for an image without pixels.
    public func geometry(of wholeSize: PixelSize) throws(PhotoError) -> ImageGeometry {
        guard !wholeSize.isEmpty else { throw PhotoError(.corruptMedia, "the image has no pixels") }
        let crop = crop ?? PixelRect(covering: wholeSize)
        guard crop.isContained(in: wholeSize) else {
            throw .invalidArgument("the crop \(crop) is not inside the image of \(wholeSize)")
        }
        guard let target = targetSize else { return ImageGeometry(part: crop, size: crop.size) }
        guard !target.isEmpty, max(target.width, target.height) <= 1 << 20 else {
            throw .invalidArgument("a target of \(target) pixels")
        }
        let enlarges = resizeMode == .exact
        guard contentMode == .aspectFill else {
            return ImageGeometry(part: crop, size: crop.size.fitted(into: target, enlarges: enlarges))
        }
        let cut = crop.cut(toShapeOf: target)
        let isSmaller = cut.width < target.width || cut.height < target.height
        return ImageGeometry(part: cut, size: isSmaller && !enlarges ? cut.size : target)
    }
}
