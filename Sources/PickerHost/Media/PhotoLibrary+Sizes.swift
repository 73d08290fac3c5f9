public import PhotoModel

/// How many bytes several assets have.
public struct AssetSizes: Hashable, Sendable {
    /// One asset and the number of its bytes.
    public struct Entry: Hashable, Sendable {
        /// The asset.
        public var asset: Asset
        /// The number of bytes of the asset's files that were counted.
        public var byteSize: Int64
    }

    /// The assets, in the order in which they were asked for.
    public var entries: [Entry]
    /// Identifiers that the library does not know.
    public var missing: [String]

    /// The sum over all entries, which saturates instead of overflowing. Videos and other media count like photos.
    public var total: Int64 { entries.reduce(0) { $0.addingSaturating($1.byteSize) } }
    /// How many of the entries are not images.
    public var nonImageCount: Int { entries.count { $0.asset.mediaType != .image } }
}

extension PhotoLibrary {
    /// How many bytes assets have: the file that represents each of them, or all of its files.
    ///
    /// - Parameter includesRepresentations: whether the RAW beside a JPEG or the video of a Live Photo count.
    public func requestSize(
        of identifiers: [String], includesRepresentations: Bool = false
    ) async throws(PhotoError) -> AssetSizes {
        let assets = try await assets(withIdentifiers: identifiers)
        var sizes = AssetSizes(entries: [], missing: [])
        for asset in assets {
            var bytes = asset.byteSize
            if includesRepresentations, asset.representationCount > 1 {
                // A part of a file counts with the file.
                bytes = try await details(of: asset.localIdentifier).representations
                    .reduce(0) { $0.addingSaturating($1.byteOffset == 0 ? $1.byteSize : 0) }
            }
            sizes.entries.append(.init(asset: asset, byteSize: bytes))
        }
        let known = Set(assets.map(\.localIdentifier))
        sizes.missing = identifiers.filter { !known.contains($0) }
        return sizes
    }
}
