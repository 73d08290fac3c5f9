internal import CImaging
internal import PhotoModel

/// Describes the planes that a JPEG decoder returned, and splits interleaved colours into planes.
struct JPEGPlanes {
    let decoder: JPEGDecoder
    let planes: [PixelBuffer]
    let eighths: Int
    let profile: ICCProfile?
    let cancellation: Cancellation

    func image() throws(ImagingError) -> PlanarImage {
        switch decoder.info.layout {
        case IMAGING_JPEG_GRAY: return subsampled(.gray)
        case IMAGING_JPEG_YCBCR: return subsampled(.ycbcr)
        case IMAGING_JPEG_RGB: return try colors(planes[0].viewed(as: .rgb8, scaledSize))
        default: return try ink()
        }
    }

    private var scaledSize: PixelSize {
        PixelSize(width: (decoder.size.width * eighths + 7) / 8, height: (decoder.size.height * eighths + 7) / 8)
    }

    private var colorSpace: ColorSpace {
        profile?.colorSpace(componentCount: decoder.info.layout == IMAGING_JPEG_GRAY ? 1 : 3) ?? .sRGB
    }

    private func subsampled(_ model: PlanarImage.Model) -> PlanarImage {
        let described = planes.indices.map { index in
            let density = decoder.density(of: index)
            let block = Double(decoder.blockSize(of: index)) / 8
            return plane(planes[index], density.x * block, density.y * block)
        }
        return PlanarImage(size: decoder.size, model: model, planes: described, colorSpace: colorSpace)
    }

    private func plane(_ buffer: PixelBuffer, _ scaleX: Double, _ scaleY: Double) -> PlanarImage.Plane {
        let valid = PixelSize(
            width: Int((Double(decoder.size.width) * scaleX).rounded(.up)),
            height: Int((Double(decoder.size.height) * scaleY).rounded(.up))
        )
        return PlanarImage.Plane(
            owner: buffer, base: buffer.planes[0].base, stride: buffer.planes[0].stride, size: valid, scaleX: scaleX,
            scaleY: scaleY
        )
    }

    /// Converts an image that is stored as RGB: Y, Cb and Cr of full size.
    private func colors(_ buffer: PixelBuffer, _ colorSpace: ColorSpace? = nil) throws(ImagingError) -> PlanarImage {
        let full = try buffer.fullChroma(cancellation)
        let scale = Double(eighths) / 8
        let described = full.planes.map { PlanarImage.Plane(full, $0, scale: scale) }
        return PlanarImage(
            size: decoder.size, model: .ycbcr, planes: described, colorSpace: colorSpace ?? self.colorSpace
        )
    }

    /// Converts ink to sRGB, by its profile if there is one: no screen shows ink, whatever the colour policy is. It is
    /// assumed to be inverted, as Adobe writes it, whether it is marked or not; others do as Adobe does.
    private func ink() throws(ImagingError) -> PlanarImage {
        let result = try PixelBuffer.allocate(scaledSize, .rgb8)
        let from = planes[0].planes[0]
        let target = result.planes[0]
        if let profile, profile.kind == IMAGING_PROFILE_CMYK {
            try profile.convert(from, into: target, cancellation)
        } else {
            try cancellation.bands(rows: scaledSize.height, rowBytes: from.stride) { rows in
                let top = rows.lowerBound
                imaging_cmyk_to_rgb(
                    from.row(top), from.stride, scaledSize.width, rows.count, target.row(top), target.stride
                )
            }
        }
        withExtendedLifetime(planes) {}
        return try colors(result, .sRGB)
    }
}

extension PixelBuffer {
    /// The bytes interpreted as pixels of a format.
    fileprivate func viewed(as format: PixelFormat, _ size: PixelSize) -> PixelBuffer {
        let plane = Plane(base: planes[0].base, stride: planes[0].stride, size: size)
        return PixelBuffer(size: size, format: format, colorSpace: .sRGB, planes: [plane]) { [self] in
            withExtendedLifetime(self) {}  // The view borrows this buffer's memory.
        }
    }
}
