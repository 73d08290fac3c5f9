internal import CImaging
internal import PhotoModel
internal import Platform

/// The transfer functions of high dynamic range, whose samples can be brighter than the white of sRGB (ITU-R BT.2100).
///
/// Their colour space is a profile with a table that maps bright parts down to the white of sRGB, by BT.2390. So all code that
/// converts colours handles them too, and images that keep them carry a profile that other programs can read.
enum DynamicRange: Hashable {
    case pq, hlg

    /// - Parameter transfer: a code point of H.273, table 3; all others give nil.
    init?(transfer: UInt8) {
        switch transfer {
        case 16: self = .pq
        case 18: self = .hlg
        default: return nil
        }
    }

    /// The profiles made so far: making one takes some hundredths of a second.
    private static let profiles = Mutex<[Key: [UInt8]]>([:])

    private struct Key: Hashable {
        let range: DynamicRange
        /// Nil for gray.
        let primaries: Chromaticities?
    }

    /// The bytes of the profile; nil when the primaries are invalid.
    func profile(_ primaries: Chromaticities, isGray: Bool) -> [UInt8]? {
        let key = Key(range: self, primaries: isGray ? nil : primaries)
        if let bytes = Self.profiles.withLock({ $0[key] }) { return bytes }
        let bytes = ICCProfile.taken { memory in
            imaging_make_dynamic_range_profile(self == .pq ? IMAGING_PQ : IMAGING_HLG, key.primaries?.values, memory)
        }
        if let bytes { Self.profiles.withLock { $0[key] = bytes } }
        return bytes
    }
}
