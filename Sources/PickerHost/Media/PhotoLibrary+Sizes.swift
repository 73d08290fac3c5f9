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

    /// One asset whose size the backend does not know, and that could not be measured.
    public struct Failure: Hashable, Sendable {
        /// The asset.
        public var asset: Asset
        /// Why it could not be measured.
        public var error: PhotoError
    }

    /// The assets, in the order in which they were asked for.
    public var entries: [Entry]
    /// Identifiers that the library does not know.
    public var missing: [String]
    /// Those of the assets that are in no entry, in the same order.
    public var failures: [Failure] = []

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
    /// - Throws: an error about the library as a whole; one about an asset is among the failures.
    public func requestSize(
        of identifiers: [String], includesRepresentations: Bool = false
    ) async throws(PhotoError) -> AssetSizes {
        let assets = try await assets(withIdentifiers: identifiers)
        var sizes = AssetSizes(entries: [], missing: [])
        for asset in assets {
            do throws(PhotoError) {
                let bytes = try await byteSize(of: asset, includesRepresentations: includesRepresentations)
                sizes.entries.append(.init(asset: asset, byteSize: bytes))
            } catch {
                guard error.status != .cancelled, error.status != .closed else { throw error }
                sizes.failures.append(.init(asset: asset, error: error))
            }
        }
        let known = Set(assets.map(\.localIdentifier))
        sizes.missing = identifiers.filter { !known.contains($0) }
        return sizes
    }

    private func byteSize(of asset: Asset, includesRepresentations: Bool) async throws(PhotoError) -> Int64 {
        if includesRepresentations, asset.representationCount > 1 {
            return try await byteSizeOfFiles(of: asset.localIdentifier)
        }
        // 0 says that it is not known (docs/abi.md, R9.20).
        guard asset.byteSize == 0 else { return asset.byteSize }
        return try await requestURLAsset(for: asset.localIdentifier).byteSize
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
