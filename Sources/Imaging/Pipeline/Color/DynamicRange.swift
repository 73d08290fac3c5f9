internal import CImaging
internal import PhotoModel
internal import Platform

/// High dynamic range: samples that mean more light than a screen has that sRGB is for (ITU-R BT.2100).
///
/// Their colour space is a profile with a table, which brings bright parts down to the white of sRGB by BT.2390. So all that
/// converts colours converts these as well, and what keeps them has a profile that other programs read.
enum DynamicRange: Hashable {
    case pq, hlg

    /// H.273, table 3; nil for all other curves.
    init?(transfer: UInt8) {
        switch transfer {
        case 16: self = .pq
        case 18: self = .hlg
        default: return nil
        }
    }

    /// Made once in a process, since that takes some hundredths of a second.
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
