internal import CImaging
package import PhotoModel

/// The kind of interleaved samples that a decoder delivers. Each pixel has its colours, then alpha, with eight bits each.
package struct StoredSamples: Sendable {
    package enum Colors: Int, Sendable {
        case gray = 1
        case rgb = 3
        /// Cyan, magenta, yellow and black, where 255 means no ink.
        case ink = 4
    }

    package let colors: Colors
    package let hasAlpha: Bool
    /// Whether colours are multiplied by alpha.
    package let isPremultiplied: Bool
    /// The profile of the pixels that the samples become; for ink, that of the samples. Nil if the file has none.
    package let profile: [UInt8]?
    /// Whether the samples are L*, a* and b* instead of red, green and blue. L* of 0…100 is stored as 0…255, and a* and b* of
    /// 0 as 128.
    package let isLab: Bool

    package init(
        _ colors: Colors, hasAlpha: Bool = false, isPremultiplied: Bool = false, profile: [UInt8]? = nil,
        isLab: Bool = false
    ) {
        self.isLab = isLab
        self.colors = colors
        self.hasAlpha = hasAlpha
        self.isPremultiplied = isPremultiplied
        self.profile = colors == .gray && hasAlpha ? profile.flatMap(Self.profileOfColors) : profile
    }

    /// A profile of colours that is equivalent to one of gray: gray with alpha becomes RGBA, as there is no format for it.
    private static func profileOfColors(_ profile: [UInt8]) -> [UInt8]? {
        let gray = ICCProfile(profile)
        guard gray.kind == IMAGING_PROFILE_GRAY else { return profile }
        return if case .icc(let bytes) = gray.colorSpaceOfColors() { bytes } else { nil }
    }

    /// The number of samples of a pixel.
    package var count: Int { colors.rawValue + (hasAlpha ? 1 : 0) }

    /// The format of the pixels that the samples become: no screen shows ink, and there is no format for gray with alpha.
    package var pixelFormat: PixelFormat {
        if hasAlpha { return .rgba8 }
        return colors == .gray ? .gray8 : .rgb8
    }

    /// The colour space of these pixels; ink and L*a*b* become sRGB.
    var colorSpace: ColorSpace {
        guard let profile, colors != .ink, !isLab else { return .sRGB }
        return ICCProfile(profile).colorSpace(componentCount: pixelFormat == .gray8 ? 1 : 3)
    }

    /// The bytes that pixels and their conversion need besides the samples.
    func conversionBytes(_ pixelCount: Int) -> Int {
        needsConversion ? (count + 2 * pixelFormat.bytesPerPixel) * pixelCount : 0
    }

    private var needsConversion: Bool { count != pixelFormat.bytesPerPixel || colors == .ink }

    /// Allocates an uninitialised buffer for the samples of an image. Samples that need no conversion become its pixels.
    package func memory(_ size: PixelSize) throws(ImagingError) -> PixelBuffer {
        try PixelBuffer.allocate(PixelSize(width: size.width * count, height: size.height), .gray8)
    }

    /// Converts samples to the pixels of an image of `size`.
    ///
    /// - Parameter samples: the filled buffer of `memory(_:)`. If no conversion is needed, the pixels share its memory.
    package func pixels(
        _ samples: PixelBuffer, _ size: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let pixels = needsConversion ? try converted(samples, size, cancellation) : viewed(samples, size)
        let plane = pixels.planes[0]
        if isLab {
            try ImagingError.check {
                imaging_lab_to_srgb(
                    plane.base, plane.stride, size.width, size.height, pixelFormat.bytesPerPixel, $0)
            }
        }
        guard hasAlpha, isPremultiplied else { return pixels }
        try cancellation.bands(rows: size.height, rowBytes: plane.stride) { rows in
            imaging_unpremultiply(plane.row(rows.lowerBound), plane.stride, size.width, rows.count)
        }
        return pixels
    }

    private func viewed(_ samples: PixelBuffer, _ size: PixelSize) -> PixelBuffer {
        let plane = PixelBuffer.Plane(base: samples.planes[0].base, stride: samples.planes[0].stride, size: size)
        return PixelBuffer(size: size, format: pixelFormat, colorSpace: colorSpace, planes: [plane]) {
            withExtendedLifetime(samples) {}  // The view borrows its memory.
        }
    }

    private func converted(
        _ samples: PixelBuffer, _ size: PixelSize, _ cancellation: Cancellation
    ) throws(ImagingError) -> PixelBuffer {
        let result = try PixelBuffer.allocate(size, pixelFormat, colorSpace)
        let (from, to) = (samples.planes[0], result.planes[0])
        let step = pixelFormat.bytesPerPixel
        if colors == .ink { try convertInk(samples, into: result, cancellation) }
        try cancellation.bands(rows: size.height, rowBytes: to.stride) { rows in
            for row in rows {
                if colors == .gray {
                    for index in 0..<3 {
                        imaging_copy_samples(from.row(row), count, size.width, to.row(row) + index, step, 1)
                    }
                }
                if hasAlpha {
                    imaging_copy_samples(from.row(row) + colors.rawValue, count, size.width, to.row(row) + 3, step, 1)
                }
            }
        }
        withExtendedLifetime(samples) {}
        return result
    }

    private func convertInk(
        _ samples: PixelBuffer, into result: PixelBuffer, _ cancellation: Cancellation
    ) throws(ImagingError) {
        let profile = profile.map { ICCProfile($0) }.flatMap { $0.kind == IMAGING_PROFILE_CMYK ? $0 : nil }
        let (from, to) = (samples.planes[0], result.planes[0])
        let width = result.size.width
        try cancellation.bands(rows: result.size.height, rowBytes: to.stride) { rows throws(ImagingError) in
            guard hasAlpha else { return try Self.convertInk(profile, from, to, rows, width: width) }
            // Buffers for ink and colours of the band alone, without the alpha that follows them in each pixel.
            let ink = try PixelBuffer.allocate(PixelSize(width: width * 4, height: rows.count), .gray8)
            let colors = try PixelBuffer.allocate(PixelSize(width: width, height: rows.count), .rgb8)
            for row in rows {
                imaging_copy_samples(from.row(row), 5, width, ink.planes[0].row(row - rows.lowerBound), 4, 4)
            }
            try Self.convertInk(profile, ink.planes[0], colors.planes[0], 0..<rows.count, width: width)
            for row in rows {
                imaging_copy_samples(colors.planes[0].row(row - rows.lowerBound), 3, width, to.row(row), 4, 3)
            }
            withExtendedLifetime((ink, colors)) {}
        }
    }

    /// Converts ink to RGB, by its profile if it has one.
    private static func convertInk(
        _ profile: ICCProfile?, _ ink: PixelBuffer.Plane, _ colors: PixelBuffer.Plane, _ rows: Range<Int>, width: Int
    ) throws(ImagingError) {
        let (from, to) = (ink.row(rows.lowerBound), colors.row(rows.lowerBound))
        guard let profile else {
            return imaging_cmyk_to_rgb(from, ink.stride, width, rows.count, to, colors.stride)
        }
        try ImagingError.check {
            imaging_convert_to_srgb(
                profile.bytes, profile.bytes.count, from, ink.stride, width, rows.count, to, colors.stride, $0)
        }
    }
}
