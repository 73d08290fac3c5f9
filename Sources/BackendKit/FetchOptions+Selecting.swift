public import PhotoModel

extension FetchOptions {
    /// Whether an asset meets every condition. An asset without a creation time counts as older than all others.
    ///
    /// An `Asset` has neither its rating nor the text that was written about it, so with `ratings` or `text` none is selected.
    public func selects(_ asset: Asset) -> Bool {
        let created = asset.creation?.time.milliseconds ?? .min
        return mediaTypes.contains(asset.mediaType)
            && (anySubtypes.isEmpty || !anySubtypes.isDisjoint(with: asset.mediaSubtypes))
            && noSubtypes.isDisjoint(with: asset.mediaSubtypes)
            && createdFrom.map { created >= $0.milliseconds } ?? true
            && createdBefore.map { created < $0.milliseconds } ?? true
            && (hidden == .include || asset.isHidden == (hidden == .only))
            && (asset.isFavorite || !favoritesOnly) && selectsFacts(of: asset)
    }

    private func selectsFacts(of asset: Asset) -> Bool {
        guard ratings.isEmpty, text == nil else { return false }
        guard place.map({ box in asset.location.map(box.contains) ?? false }) ?? true else { return false }
        return (contentTypes.isEmpty || contentTypes.contains(asset.contentType))
            && bytesFrom.map { asset.byteSize >= $0 } ?? true && bytesBelow.map { asset.byteSize < $0 } ?? true
    }

    /// The assets in the result of a fetch with these options: those that meet its conditions, in its order, up to its limit.
    /// Assets with equal sort keys, and all assets if there are no sort keys, keep their order.
    public func selected(from assets: some Sequence<Asset>) -> [Asset] {
        let found = assets.filter(selects)
        let keyed = sort.isEmpty ? found : sorted(found)
        return limit.map { Array(keyed.prefix($0)) } ?? keyed
    }

    private func sorted(_ assets: [Asset]) -> [Asset] {
        // Keys of names are made once for each asset, not once for each comparison.
        let names =
            sort.contains { $0.property == .filename } ? assets.map { NaturalSort.key(Array($0.filename.utf8)) } : []
        let order = assets.indices.sorted { one, other in
            for key in sort {
                let isFirst = key.isDescending ? (other, one) : (one, other)
                if Self.precedes(assets, names, key.property, isFirst.0, isFirst.1) { return true }
                if Self.precedes(assets, names, key.property, isFirst.1, isFirst.0) { return false }
            }
            return one < other
        }
        return order.map { assets[$0] }
    }

    private static func precedes(
        _ assets: [Asset], _ names: [[UInt8]], _ property: SortKey.Property, _ one: Int, _ other: Int
    ) -> Bool {
        switch property {
        case .creationTime:
            (assets[one].creation?.time.milliseconds ?? .min) < (assets[other].creation?.time.milliseconds ?? .min)
        case .modificationTime:
            (assets[one].modificationTime?.milliseconds ?? .min)
                < (assets[other].modificationTime?.milliseconds ?? .min)
        case .filename: names[one].lexicographicallyPrecedes(names[other])
        case .byteSize: assets[one].byteSize < assets[other].byteSize
        }
    }
}
