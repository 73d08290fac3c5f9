internal import CImaging
internal import PhotoModel

/// The planes into which the tiles of an image are put, with eight bits a sample. If the result will be small, tiles
/// are shrunk on the way.
///
/// Several threads put tiles into it at once; tiles do not overlap.
final class HEIFCanvas: @unchecked Sendable {  // Unchecked: see above.
    /// The part of the coded image that the planes cover.
    let area: PixelRect
    /// Samples are shrunk along both axes by two to the power of this.
    let shift: Int
    let model: DecodedImage.Model
    /// The meaning of gray and YCbCr samples, from the file or, if it does not say, from the bitstream.
    let levels: YCbCrLevels
    let planes: [PixelBuffer]

    init(
        _ area: PixelRect, shift: Int, like tile: DecodedImage, _ levels: YCbCrLevels
    ) throws(ImagingError) {
        self.area = area
        self.shift = shift
        self.levels = levels
        model = tile.model
        var planes: [PixelBuffer] = []
        for index in 0..<tile.planes.count {
            let size = Self.planeSize(area.size, index, tile.model).shrunk(by: shift)
            planes.append(try PixelBuffer.allocate(size, .gray8))
        }
        self.planes = planes
    }

    private static func planeSize(_ size: PixelSize, _ index: Int, _ model: DecodedImage.Model) -> PixelSize {
        guard index > 0, case .ycbcr(let subsampling) = model else { return size }
        return subsampling.chromaSize(of: size)
    }

    /// How much smaller than the image a plane is, as powers of two.
    private func shifts(_ index: Int) -> (horizontal: Int, vertical: Int) {
        guard index > 0, case .ycbcr(let subsampling) = model else { return (0, 0) }
        return (subsampling.horizontalShift, subsampling.verticalShift)
    }

    /// Puts a tile whose top left pixel is `x`, `y` of the coded image.
    ///
    /// - Parameter tileSize: the size of all tiles. What a bitstream has beyond it is left out: other threads write their tiles there.
    /// - Throws: `corrupt` if the tile is of another kind than the first one.
    func put(_ tile: DecodedImage, x: Int, y: Int, tileSize: PixelSize) throws(ImagingError) {
        guard tile.model == model, tile.planes.count == planes.count else {
            throw .corrupt("the tiles of the image are of several kinds")
        }
        for (index, plane) in tile.planes.enumerated() {
            let (h, v) = shifts(index)
            let most = Self.planeSize(tileSize, index, model)
            try put(plane, of: tile, index, x: (x - area.x) >> h, y: (y - area.y) >> v, atMost: most)
        }
        withExtendedLifetime(tile) {}
    }

    /// - Parameters: `x`, `y` and `most` in samples of the plane before it is shrunk.
    private func put(
        _ plane: DecodedImage.Plane, of tile: DecodedImage, _ index: Int, x: Int, y: Int, atMost most: PixelSize
    ) throws(ImagingError) {
        let whole = Self.planeSize(area.size, index, model)
        let size = PixelSize(
            width: min(plane.size.width, most.width, whole.width - x),
            height: min(plane.size.height, most.height, whole.height - y))
        guard !size.isEmpty, x >= 0, y >= 0 else { return }
        let target = planes[index].planes[0]
        let base = target.row(y >> shift) + (x >> shift)
        let (samples, stride, owner) = try narrowed(plane, size, depth: tile.depth)
        if shift == 0 {
            let from = PixelBuffer.Plane(base: UnsafeMutablePointer(mutating: samples), stride: stride, size: size)
            try PixelBuffer.Plane(base: base, stride: target.stride, size: size).copy(from: from, pixelBytes: 1, .never)
        } else {
            imaging_shrink(
                samples, stride, size.width, size.height, CInt(shift), CInt(shift), base, target.stride)
        }
        withExtendedLifetime(owner) {}
    }

    /// The samples with eight bits, and the owner of their memory if it is new.
    private func narrowed(
        _ plane: DecodedImage.Plane, _ size: PixelSize, depth: Int
    ) throws(ImagingError) -> (UnsafePointer<UInt8>, Int, PixelBuffer?) {
        guard depth > 8 else { return (plane.base.assumingMemoryBound(to: UInt8.self), plane.stride, nil) }
        let copy = try PixelBuffer.allocate(size, .gray8)
        let target = copy.planes[0]
        imaging_narrow(
            plane.base.assumingMemoryBound(to: UInt16.self), plane.stride, size.width, size.height, UInt32(depth),
            model == .rgb || levels.isFullRange ? 1 : 0, target.base, target.stride)
        return (UnsafePointer(target.base), target.stride, copy)
    }

    /// The samples as an image that covers `area`.
    func image(_ colorSpace: ColorSpace) -> PlanarImage {
        let described = planes.enumerated().map { index, buffer in
            let (h, v) = shifts(index)
            return PlanarImage.Plane(
                owner: buffer, base: buffer.planes[0].base, stride: buffer.planes[0].stride, size: buffer.size,
                scaleX: 1 / Double(1 << (h + shift)), scaleY: 1 / Double(1 << (v + shift)))
        }
        let model: PlanarImage.Model =
            switch self.model {
            case .gray: .gray
            case .ycbcr: .ycbcr
            case .rgb: .rgb
            }
        return PlanarImage(size: area.size, model: model, planes: described, colorSpace: colorSpace)
    }
}

extension PixelSize {
    fileprivate func shrunk(by shift: Int) -> PixelSize {
        PixelSize(width: (width + (1 << shift) - 1) >> shift, height: (height + (1 << shift) - 1) >> shift)
    }
}
