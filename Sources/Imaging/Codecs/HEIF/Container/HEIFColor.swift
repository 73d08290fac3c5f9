internal import PhotoModel

/// The content of an item's `colr` properties (ISO/IEC 14496-12, section 12.1.5).
struct HEIFColor {
    var profile: ICCProfile?
    var codePoints: CodePoints?

    init(_ properties: [ISOBox]) {
        for box in properties where box.type == "colr" {
            switch box.content.fourCharacters(at: 0) {
            case "prof", "rICC":
                // An empty profile counts as absent.
                profile = profile ?? box.content.slice(upTo: .max >> 1, at: 4).map { ICCProfile(Array($0.bytes)) }
            case "nclx": codePoints = codePoints ?? Self.codePoints(box.content)
            default: break
            }
        }
    }

    /// Whether there is neither a profile nor code points.
    var isEmpty: Bool { profile == nil && codePoints == nil }

    private static func codePoints(_ content: ByteView) -> CodePoints? {
        guard let primaries = content.bigUInt16(at: 4), let transfer = content.bigUInt16(at: 6),
            let matrix = content.bigUInt16(at: 8), let range = content.byte(at: 10)
        else { return nil }
        return CodePoints(
            primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer),
            matrix: UInt8(clamping: matrix), isFullRange: range & 0x80 != 0)
    }

    /// Whether the samples stand for more light than screens for sRGB can show.
    var isHighDynamicRange: Bool { codePoints?.isHighDynamicRange == true }

    /// The colour space. A profile takes precedence over code points, unless these say that the dynamic range is high,
    /// which profiles do not bring down. What cannot be used counts as absent.
    func colorSpace(isGray: Bool) throws(ImagingError) -> ColorSpace {
        if !isHighDynamicRange, let profile, profile.describes(isGray: isGray) {
            return profile.colorSpace(componentCount: isGray ? 1 : 3)
        }
        return try codePoints?.shownColorSpace(isGray: isGray) ?? .sRGB
    }
}
