internal import BackendAPI
internal import PhotoModel

/// A fetch request of a sequence.
struct SequenceFetch: Codable, Hashable, Sendable {
    var scope: UInt32 = PICKER_SCOPE_ALL
    /// With `PICKER_SCOPE_COLLECTION`.
    var collection = 0
    /// With `PICKER_SCOPE_IDENTIFIERS` and `PICKER_SCOPE_PATHS`: so many assets from this one on.
    var first = 0
    var number = 0
    /// Nil: none is passed.
    var query: SequenceQuery?
}

/// The conditions of a request.
struct SequenceQuery: Codable, Hashable, Sendable {
    var media: UInt32 = 0
    var hidden: UInt32 = PICKER_HIDDEN_EXCLUDE
    var favoritesOnly: UInt32 = 0
    var anySubtypes: UInt32 = 0
    var sort: UInt32 = PICKER_SORT_NATURAL
    var limit: UInt64 = 0

    /// The bits that promise what it asks for.
    var needed: BackendCapabilities {
        var needed = SortBit.of(sort)
        if hidden != PICKER_HIDDEN_EXCLUDE { needed.insert(.queryHidden) }
        if favoritesOnly != 0 { needed.insert(.queryFavorites) }
        if anySubtypes != 0 { needed.insert(.querySubtypes) }
        return needed
    }

    /// Whether the sort key is one of this ABI.
    var hasKnownSort: Bool { sort & ~PICKER_SORT_DESCENDING <= PICKER_SORT_BYTE_SIZE }
}

/// An image request of a sequence.
struct SequenceImage: Codable, Equatable, Sendable {
    enum Crop: String, Codable, Sendable {
        case none
        /// The middle of the image, as large as it is listed.
        case inside
        case outside
    }

    var width = 0
    var height = 0
    var content: UInt32 = PICKER_ASPECT_FIT
    var delivery: UInt32 = PICKER_DELIVERY_HIGH_QUALITY
    var resize: UInt32 = PICKER_RESIZE_FAST
    var version: UInt32 = PICKER_VERSION_CURRENT
    var formats: UInt32 = 0
    var crop = Crop.none

    /// Whether all modes are of this ABI.
    var hasKnownModes: Bool {
        content <= PICKER_ASPECT_FILL && delivery <= PICKER_DELIVERY_FAST && resize <= PICKER_RESIZE_EXACT
            && version <= PICKER_VERSION_ORIGINAL
    }

    /// The part of an image of this size; nil: the whole.
    func part(width: Int, height: Int) -> picker_rect? {
        switch crop {
        case .outside: picker_rect(x: .max - 8, y: .max - 8, width: 8, height: 8)
        case .inside where width >= 4 && height >= 4:
            picker_rect(
                x: UInt32(width / 4), y: UInt32(height / 4), width: UInt32(width / 2), height: UInt32(height / 2))
        default: nil
        }
    }
}
