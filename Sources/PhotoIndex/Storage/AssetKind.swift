package import PhotoModel

/// The properties that fetches filter by, packed into one number so that an index of the database has all of them:
/// media type, favourite, hidden, selfie and media subtypes.
///
/// | bits | what |
/// |---|---|
/// | 0–2 | media type |
/// | 3 | favourite |
/// | 4 | hidden |
/// | 5 | taken with the camera that faces the photographer |
/// | 8–31 | media subtypes |
package struct AssetKind: Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package init(_ asset: Asset, isSelfie: Bool = false) {
        rawValue =
            Int64(asset.mediaType.rawValue & 7) | (asset.isFavorite ? Self.favorite : 0)
            | (asset.isHidden ? Self.hidden : 0) | (isSelfie ? Self.selfie : 0)
            | Int64(asset.mediaSubtypes.rawValue & 0xFF_FFFF) << 8
    }

    /// The same, but for whether another photo of its burst stands for it.
    func stacked(_ isStacked: Bool) -> AssetKind {
        AssetKind(rawValue: isStacked ? rawValue | Self.stacked : rawValue & ~Self.stacked)
    }

    /// The bits of these subtypes in the number.
    static func bits(_ subtypes: MediaSubtypes) -> Int64 { Int64(subtypes.rawValue) << 8 }

    private static let stacked = bits(.stacked)
    private static let favorite: Int64 = 1 << 3
    private static let hidden: Int64 = 1 << 4
    private static let selfie: Int64 = 1 << 5

    package var mediaType: MediaType { MediaType(rawValue: UInt32(rawValue & 7)) ?? .unknown }
    package var isFavorite: Bool { rawValue & Self.favorite != 0 }
    package var isHidden: Bool { rawValue & Self.hidden != 0 }
    package var isSelfie: Bool { rawValue & Self.selfie != 0 }
    /// Whether another photo of its burst stands for it.
    package var isStacked: Bool { subtypes.contains(.stacked) }
    package var subtypes: MediaSubtypes { MediaSubtypes(rawValue: UInt32(rawValue >> 8 & 0xFF_FFFF)) }
}
