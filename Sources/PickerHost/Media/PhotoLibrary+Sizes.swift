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
    /// How many bytes assets have: the file that represents each of them, or all of its files. Those of which the backend does
    /// not know that are measured, which takes some reads for each.
    ///
    /// - Parameter includesRepresentations: whether the RAW beside a JPEG or the video of a Live Photo count.
    public func requestSize(
        of identifiers: [String], includesRepresentations: Bool = false
    ) async throws(PhotoError) -> AssetSizes {
        let assets = try await assets(withIdentifiers: identifiers)
        var sizes = AssetSizes(entries: [], missing: [])
        for asset in assets {
            let isSeveral = includesRepresentations && asset.representationCount > 1
            // 0 says that it is not known (docs/abi.md, R9.20).
            var bytes = asset.byteSize
            if isSeveral {
                bytes = try await byteSizeOfFiles(of: asset.localIdentifier)
            } else if bytes == 0 {
                bytes = try await requestURLAsset(for: asset.localIdentifier).byteSize
            }
            sizes.entries.append(.init(asset: asset, byteSize: bytes))
        }
        let known = Set(assets.map(\.localIdentifier))
        sizes.missing = identifiers.filter { !known.contains($0) }
        return sizes
    }

    /// A part of a file counts with the file.
    private func byteSizeOfFiles(of identifier: String) async throws(PhotoError) -> Int64 {
        var bytes: Int64 = 0
        for (index, part) in try await details(of: identifier).representations.enumerated() where part.byteOffset == 0 {
            let reference = RepresentationReference(
                localIdentifier: identifier, index: index, contentTag: part.contentTag)
            let size = try await part.byteSize == 0 ? measuredSize(of: reference) : part.byteSize
            bytes = bytes.addingSaturating(size)
        }
        return bytes
    }
}
