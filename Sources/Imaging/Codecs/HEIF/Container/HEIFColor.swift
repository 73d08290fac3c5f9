internal import PhotoModel

/// What the `colr` properties of an item say (ISO/IEC 14496-12, section 12.1.5).
struct HEIFColor {
    var profile: ICCProfile?
    var codePoints: CodePoints?

    init(_ properties: [ISOBox]) {
        for box in properties where box.type == "colr" {
            switch box.content.fourCharacters(at: 0) {
            case "prof", "rICC":
                // An empty profile is none.
                profile = profile ?? box.content.slice(upTo: .max >> 1, at: 4).map { ICCProfile(Array($0.bytes)) }
            case "nclx": codePoints = codePoints ?? Self.codePoints(box.content)
            default: break
            }
        }
    }

    /// Whether they say nothing.
    var isEmpty: Bool { profile == nil && codePoints == nil }

    private static func codePoints(_ content: ByteView) -> CodePoints? {
        guard let primaries = content.bigUInt16(at: 4), let transfer = content.bigUInt16(at: 6),
            let matrix = content.bigUInt16(at: 8), let range = content.byte(at: 10)
        else { return nil }
        return CodePoints(
            primaries: UInt8(clamping: primaries), transfer: UInt8(clamping: transfer),
            matrix: UInt8(clamping: matrix), isFullRange: range & 0x80 != 0)
    }

    /// The curves of video say what cameras do; screens show such images as if they had that of sRGB.
    private static let videoCurves: Set<UInt8> = [1, 6, 14, 15]

    /// A profile counts before numbers; what cannot be used counts as absent.
    func colorSpace(isGray: Bool) throws(ImagingError) -> ColorSpace {
        if let profile, profile.describes(isGray: isGray) {
            return profile.colorSpace(componentCount: isGray ? 1 : 3)
        }
        guard let points = codePoints else { return .sRGB }
        let shown = CodePoints(
            primaries: points.primaries, transfer: Self.videoCurves.contains(points.transfer) ? 13 : points.transfer,
            matrix: points.matrix, isFullRange: points.isFullRange)
        return try shown.colorSpace(isGray: isGray) ?? .sRGB
    }
}
