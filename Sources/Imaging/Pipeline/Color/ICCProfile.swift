internal import CImaging
internal import PhotoModel
internal import Platform

/// A colour profile, and the kind of colours that it describes.
struct ICCProfile {
    let bytes: [UInt8]
    let kind: imaging_profile_kind

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        kind = imaging_profile_classify(bytes, bytes.count)
    }

    /// The profile of a colour space; nil for sRGB.
    init?(_ colorSpace: ColorSpace) throws(ImagingError) {
        switch colorSpace {
        case .sRGB: return nil
        case .displayP3: self.init(try Self.displayP3())
        case .icc(let bytes): self.init(bytes)
        }
    }

    /// The bytes of a colour space's profile, without parsing them; empty for sRGB.
    static func bytes(of colorSpace: ColorSpace) throws(ImagingError) -> [UInt8] {
        switch colorSpace {
        case .sRGB: []
        case .displayP3: try displayP3()
        case .icc(let bytes): bytes
        }
    }

    /// The primaries of P3 and the curve of sRGB.
    private static func displayP3() throws(ImagingError) -> [UInt8] {
        guard let bytes = made(.displayP3, .sRGB, isGray: false) else { throw .outOfMemory(bytes: 0) }
        return bytes
    }

    /// The colour space with a tone curve and primaries, which gray ignores; nil if the primaries are invalid.
    static func colorSpace(
        _ primaries: Chromaticities, _ curve: ToneCurve, isGray: Bool
    ) throws(ImagingError) -> ColorSpace? {
        made(primaries, curve, isGray: isGray).map { ICCProfile($0).colorSpace(componentCount: isGray ? 1 : 3) }
    }

    private static func made(_ primaries: Chromaticities, _ curve: ToneCurve, isGray: Bool) -> [UInt8]? {
        let parameters = [curve.g, curve.a, curve.b, curve.c, curve.d]
        return taken { imaging_make_profile(isGray ? nil : primaries.values, parameters, $0) }
    }

    /// Copies and frees the bytes that a C function allocates with malloc; nil if it returns none.
    static func taken(_ make: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int) -> [UInt8]? {
        var memory: UnsafeMutablePointer<UInt8>?
        let count = make(&memory)
        guard let memory, count > 0 else { return nil }
        defer { freeMemory(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
    }

    /// Whether the profile applies to gray samples, or to those of colours.
    func describes(isGray: Bool) -> Bool {
        switch kind {
        case IMAGING_PROFILE_SRGB, IMAGING_PROFILE_RGB: !isGray
        case IMAGING_PROFILE_GRAY: isGray
        default: false
        }
    }

    /// The colour space of an image with this profile and `componentCount` components; sRGB if the profile does not fit them.
    func colorSpace(componentCount: Int) -> ColorSpace {
        switch kind {
        case IMAGING_PROFILE_RGB where componentCount >= 3: .icc(bytes)
        case IMAGING_PROFILE_GRAY where componentCount < 3: .icc(bytes)
        default: .sRGB  // The profile is that of sRGB, or does not fit the image.
        }
    }

    /// The colour space of RGB samples that were made from gray ones with this profile, for example because there is no pixel
    /// format for gray with alpha. sRGB if the profile is not one of gray, or cannot be used.
    func colorSpaceOfColors() -> ColorSpace {
        guard kind == IMAGING_PROFILE_GRAY,
            let colored = Self.taken({ imaging_make_colored_profile(bytes, bytes.count, $0) })
        else { return .sRGB }
        return ICCProfile(colored).colorSpace(componentCount: 3)
    }

    /// Converts interleaved pixels to sRGB. CMYK, in which 255 means no ink, becomes RGB.
    func convert(
        _ from: PixelBuffer.Plane, into target: PixelBuffer.Plane, _ cancellation: Cancellation
    ) throws(ImagingError) {
        try cancellation.bands(rows: target.size.height, rowBytes: target.stride) { rows throws(ImagingError) in
            try ImagingError.check {
                imaging_convert_to_srgb(
                    bytes, bytes.count, from.row(rows.lowerBound), from.stride, target.size.width, rows.count,
                    target.row(rows.lowerBound), target.stride, $0
                )
            }
        }
    }
}
