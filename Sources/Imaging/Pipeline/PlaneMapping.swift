internal import CImaging
internal import PhotoModel

/// Which samples of a plane become which samples of the result, before it is turned.
struct PlaneMapping {
    /// In samples of the plane.
    let region: imaging_region
    /// In samples of the result.
    let targetSize: PixelSize

    init(_ renderer: PlanarRenderer, plane index: Int, of buffer: PixelBuffer) {
        let orientation = renderer.orientation
        let plane = renderer.image.planes[index]
        targetSize = orientation.inverse.apply(to: buffer.planes[index].size)
        let horizontal = Self.span(
            start: renderer.crop.x, length: renderer.crop.width, outputLength: renderer.storedOutputSize.width,
            shift: Self.shift(buffer.format, index, isHorizontal: !orientation.swapsAxes),
            samples: targetSize.width, isReversed: orientation.reversesX
        )
        let vertical = Self.span(
            start: renderer.crop.y, length: renderer.crop.height, outputLength: renderer.storedOutputSize.height,
            shift: Self.shift(buffer.format, index, isHorizontal: orientation.swapsAxes),
            samples: targetSize.height, isReversed: orientation.reversesY
        )
        let snaps = renderer.snapsToSamples
        let x = Self.clamped(horizontal, by: plane.scaleX, to: plane.size.width, length: targetSize.width, snaps: snaps)
        let y = Self.clamped(vertical, by: plane.scaleY, to: plane.size.height, length: targetSize.height, snaps: snaps)
        region = imaging_region(left: x.start, top: y.start, width: x.length, height: y.length)
    }

    /// The first sample if the plane can be copied; nil if it must be filtered.
    var sampleOrigin: (x: Int, y: Int)? {
        guard region.width == Double(targetSize.width), region.height == Double(targetSize.height),
            region.left == region.left.rounded(), region.top == region.top.rounded()
        else { return nil }
        return (Int(region.left), Int(region.top))
    }

    private static func shift(_ format: PixelFormat, _ plane: Int, isHorizontal: Bool) -> Int {
        guard plane > 0, case .ycbcr8(let subsampling) = format else { return 0 }
        return isHorizontal ? subsampling.horizontalShift : subsampling.verticalShift
    }

    /// The span along one axis that the samples of the result cover, in full-size pixels. A subsampled plane of an image with
    /// an odd size covers more than the image, at its right and its bottom once it is upright.
    private static func span(
        start: Int, length: Int, outputLength: Int, shift: Int, samples: Int, isReversed: Bool
    ) -> (start: Double, length: Double) {
        let excess = Double((samples << shift) - outputLength) * Double(length) / Double(outputLength)
        return (Double(start) - (isReversed ? excess : 0), Double(length) + excess)
    }

    /// The same span in samples of the plane, cut off at its edges.
    private static func clamped(
        _ span: (start: Double, length: Double), by scale: Double, to limit: Int, length: Int, snaps: Bool
    ) -> (start: Double, length: Double) {
        let end = min(Double(limit), (span.start + span.length) * scale)
        let start = max(0, min(span.start * scale, end - 0.01))
        guard snaps else { return (start, end - start) }
        return (min(start.rounded(.down), Double(max(0, limit - length))), Double(min(length, limit)))
    }
}
