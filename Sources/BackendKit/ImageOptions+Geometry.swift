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

    /// How large an image of the whole asset must be that the frame can be made of: for backends that have images of several
    /// sizes ready.
    ///
    /// - Parameter wholeSize: of the upright image; nil if it is not known.
    /// - Returns: pixels of its shorter side; `Int.max`: all that there are. For `ResizeMode.fast`, whose frames need not have the exact
    ///   size, a seventh less than those of the frame, if nothing is cut out.
    /// - Throws: as `geometry(of:)`.
    public func neededShortSide(of wholeSize: PixelSize?) throws(PhotoError) -> Int {
        guard let target = targetSize else { return wholeSize.map { min($0.width, $0.height) } ?? .max }
        let (short, long) = (min(target.width, target.height), max(target.width, target.height))
        // It fits into the box, or covers it: its shorter side need not be longer than this.
        guard let wholeSize else { return crop != nil ? .max : nearly(contentMode == .aspectFit ? short : long) }
        let geometry = try geometry(of: wholeSize)
        let scale = max(
            Double(geometry.size.width) / Double(geometry.part.width),
            Double(geometry.size.height) / Double(geometry.part.height))
        let shortSide = min(wholeSize.width, wholeSize.height)
        return nearly(min(shortSide, Int((Double(shortSide) * scale).rounded(.up))))
    }

    /// What is nearly large enough may have a tenth of the bytes of the next image that is ready.
    private func nearly(_ side: Int) -> Int { resizeMode == .fast && crop == nil ? side * 6 / 7 : side }
}
