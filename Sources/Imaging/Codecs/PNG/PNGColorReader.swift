internal import PhotoModel

/// Finds the colour space of a PNG: cICP takes precedence over iCCP, that over sRGB, that over gAMA and cHRM (W3C PNG,
/// third edition, section 4.3). What cannot be used counts as absent.
struct PNGColorReader {
    /// The largest profile that is read; those of printers have a few megabytes.
    private static let profileLimit = 8 << 20

    let color: PNGColor
    let source: ImageSource

    /// - Parameters:
    ///   - isGray: Whether the decoded samples are gray.
    ///   - wasGray: Whether the samples in the file are gray; gray with alpha is decoded as colours.
    func colorSpace(isGray: Bool, wasGray: Bool) throws(ImagingError) -> ColorSpace {
        // Samples of a PNG are red, green and blue; a chunk that says otherwise, or says video levels, is ignored.
        if let points = color.codePoints, points.matrix == 0, points.isFullRange,
            let space = try points.colorSpace(isGray: isGray)
        {
            return space
        }
        if let profile = try profile().map({ ICCProfile($0) }) {
            if profile.describes(isGray: isGray) { return profile.colorSpace(componentCount: isGray ? 1 : 3) }
            if wasGray, profile.describes(isGray: true) { return profile.colorSpaceOfColors() }
        }
        return color.isSRGB ? .sRGB : try described(isGray: isGray)
    }

    /// The embedded profile, which follows its name, a NUL and the number of the compression method, which is zlib's.
    private func profile() throws(ImagingError) -> [UInt8]? {
        guard let block = color.profile, block.length <= Self.profileLimit else { return nil }
        let bytes = try source.read(at: block.offset, count: block.length)
        guard let end = bytes.prefix(80).firstIndex(of: 0), end + 2 < bytes.count else { return nil }
        let output = Array(bytes[(end + 2)...]).inflated(limit: Self.profileLimit)
        return output?.isEmpty == false ? output : nil
    }

    /// A profile made from gAMA and cHRM, if they differ from sRGB by more than the rounding of writers.
    private func described(isGray: Bool) throws(ImagingError) -> ColorSpace {
        let curve = color.gamma.flatMap(ToneCurve.init(pngGamma:)) ?? .sRGB
        let primaries = color.chromaticities.map { Chromaticities($0) } ?? .sRGB
        guard curve != .sRGB || !primaries.isClose(to: .sRGB) else { return .sRGB }
        return try ICCProfile.colorSpace(primaries, curve, isGray: isGray) ?? .sRGB
    }
}

extension ToneCurve {
    /// Nil if it is within two hundredths of the usual 1/2.2, which means sRGB, or invalid.
    fileprivate init?(pngGamma gamma: Double) {
        guard abs(gamma * 2.2 - 1) > 0.02, (0.05...10).contains(gamma) else { return nil }
        self = .power(1 / gamma)
    }
}
