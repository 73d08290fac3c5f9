internal import PhotoModel

/// What samples mean, in the numbers of ITU-T H.273: in PNG's cICP chunk, in the `colr` property of HEIF, in the
/// bitstreams of video codecs.
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
    /// The colour space of red, green and blue, where a matrix and a curve describe it; nil for the curves of high
    /// dynamic range (PQ and HLG), and for what is reserved or rare.
    func colorSpace(isGray: Bool) throws(ImagingError) -> ColorSpace? {
        guard let chromaticities, let curve else { return nil }
        if curve == .sRGB {
            if isGray || primaries == 1 { return .sRGB }
            if primaries == 12 { return .displayP3 }
        }
        return try ICCProfile.colorSpace(chromaticities, curve, isGray: isGray)
    }

    /// H.273, table 2.
    private var chromaticities: Chromaticities? {
        switch primaries {
        case 1: .sRGB
        case 9: Chromaticities([0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046])
        case 12: Chromaticities([0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
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
