package import PhotoModel

/// What samples mean, as code points of ITU-T H.273. They are in PNG's cICP chunk, in the `colr` property of HEIF and in
/// the bitstreams of video codecs.
package struct CodePoints: Hashable, Sendable {
    package let primaries: UInt8
    package let transfer: UInt8
    package let matrix: UInt8
    package let isFullRange: Bool

    package init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }
}

extension CodePoints {
    /// The colour space of the RGB or gray samples; nil for code points that are reserved or rare.
    package func colorSpace(isGray: Bool) throws(ImagingError) -> ColorSpace? {
        guard let chromaticities else { return nil }
        if let range = DynamicRange(transfer: transfer) {
            return range.profile(chromaticities, isGray: isGray).map { .icc($0) }
        }
        guard let curve else { return nil }
        if curve == .sRGB {
            if isGray || primaries == 1 { return .sRGB }
            if primaries == 12 { return .displayP3 }
        }
        return try ICCProfile.colorSpace(chromaticities, curve, isGray: isGray)
    }

    /// The colour space for showing the samples; sRGB if it is not known. The transfer functions of video describe what
    /// cameras do, while screens show such samples as if they had the curve of sRGB, so that curve is used for them.
    package func shownColorSpace(isGray: Bool) throws(ImagingError) -> ColorSpace {
        let shown = CodePoints(
            primaries: primaries, transfer: Self.videoCurves.contains(transfer) ? 13 : transfer, matrix: matrix,
            isFullRange: isFullRange)
        return try shown.colorSpace(isGray: isGray) ?? .sRGB
    }

    private static let videoCurves: Set<UInt8> = [1, 6, 14, 15]

    /// Whether the transfer function is one of high dynamic range (PQ or HLG).
    var isHighDynamicRange: Bool { DynamicRange(transfer: transfer) != nil }

    /// H.273, table 2.
    private var chromaticities: Chromaticities? {
        switch primaries {
        case 1: .sRGB
        case 9: .bt2020
        case 12: .displayP3
        default: nil
        }
    }

    /// H.273, table 3.
    private var curve: ToneCurve? {
        switch transfer {
        case 1, 6, 14, 15: .video
        case 4: .power(2.2)
        case 5: .power(2.8)
        case 8: .power(1)
        case 13: .sRGB
        default: nil
        }
    }
}
