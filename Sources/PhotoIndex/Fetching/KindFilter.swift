internal import PhotoModel

/// The conditions of a fetch that depend on nothing but an `AssetKind`.
struct KindFilter {
    var options: FetchOptions
    var album: SmartAlbum?

    func matches(_ kind: AssetKind) -> Bool {
        guard options.mediaTypes.contains(kind.mediaType), matchesHidden(kind) else { return false }
        guard options.anySubtypes.isEmpty || !options.anySubtypes.isDisjoint(with: kind.subtypes),
            options.noSubtypes.isDisjoint(with: kind.subtypes)
        else { return false }
        return (!options.favoritesOnly || kind.isFavorite) && (album?.contains(kind) ?? true)
    }

    private func matchesHidden(_ kind: AssetKind) -> Bool {
        switch options.hidden {
        // Opening the album of hidden assets is asking to see them.
        case .exclude: !kind.isHidden || album == .hidden
        case .include: true
        case .only: kind.isHidden
        }
    }
}
