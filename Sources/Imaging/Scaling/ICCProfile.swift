internal import CImaging
internal import Pixels

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The bytes of a colour profile and what it describes.
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

    private static func displayP3() throws(ImagingError) -> [UInt8] {
        var memory: UnsafeMutablePointer<UInt8>?
        let count = imaging_display_p3_profile(&memory)
        guard let memory, count > 0 else { throw .outOfMemory(bytes: count) }
        defer { free(memory) }
        return Array(UnsafeBufferPointer(start: memory, count: count))
    }

    /// The colour space of an image that carries this profile, when it has `componentCount` components.
    func colorSpace(componentCount: Int) -> ColorSpace {
        switch kind {
        case IMAGING_PROFILE_RGB where componentCount >= 3: .icc(bytes)
        case IMAGING_PROFILE_GRAY where componentCount < 3: .icc(bytes)
        default: .sRGB  // Equal to it, or of no use for this image.
        }
    }

    /// Converts interleaved pixels; ink (255 is none) becomes RGB.
    func convert(_ from: PixelBuffer.Plane, into target: PixelBuffer.Plane) throws(ImagingError) {
        try ImagingError.check {
            imaging_convert_to_srgb(
                bytes, bytes.count, from.base, from.stride, target.size.width, target.size.height, target.base,
                target.stride, $0
            )
        }
    }
}
