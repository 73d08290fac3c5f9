internal import FoundationEssentials
internal import PhotoModel
internal import PickerHost

/// The report for programs: one JSON object on each line.
struct JSONChangeReport: ChangeReport {
    private let library: PhotoLibrary
    private let hasListing: Bool

    init(_ library: PhotoLibrary, hasListing: Bool) {
        self.library = library
        self.hasListing = hasListing
    }

    /// The first line, and the line after a change for which the listing has to be read again.
    private struct State: Encodable {
        let event: String
        let count: Int
        /// The listing, if it was asked for.
        @Nullable var assets: [AssetDocument]?
        /// The change token of the library, in base64; null if the backend has none.
        @Nullable var token: String?
    }

    private struct Change: Encodable {
        struct Move: Encodable {
            let from: Int
            let to: Int
        }

        let event = "change"
        let count: Int
        let removed: [Int]
        let inserted: [PlacedAsset]
        let changed: [PlacedAsset]
        let moved: [Move]
        @Nullable var token: String?
    }

    func start(_ result: FetchResult) async throws { try await state("start", result) }

    func reload(_ result: FetchResult) async throws { try await state("reload", result) }

    func change(_ result: FetchResult, _ details: ChangeDetails) async throws {
        try JSONOutput.line(
            Change(
                count: try await result.count(), removed: details.removed,
                inserted: try await assets(result, at: details.inserted),
                changed: try await assets(result, at: details.changed),
                moved: details.moved.map { Change.Move(from: $0.from, to: $0.to) }, token: result.tokenText))
    }

    private func state(_ event: String, _ result: FetchResult) async throws {
        var listing: [AssetDocument]?
        if hasListing {
            var windows = AssetWindows(result)
            listing = []
            while let assets = try await windows.next() {
                for asset in assets { listing?.append(await document(of: asset)) }
            }
        }
        try JSONOutput.line(
            State(event: event, count: try await result.count(), assets: listing, token: result.tokenText))
    }

    private func assets(_ result: FetchResult, at indexes: [Int]) async throws -> [PlacedAsset] {
        var placed: [PlacedAsset] = []
        for (index, asset) in try await result.assets(at: indexes) {
            placed.append(PlacedAsset(index: index, document: await document(of: asset)))
        }
        return placed
    }

    /// The asset with its representations, or without them if it is gone by now: the next change then reports that it is gone.
    private func document(of asset: Asset) async -> AssetDocument {
        do throws(PhotoError) {
            return try await library.document(of: asset)
        } catch {
            return AssetDocument(asset)
        }
    }
}

/// The keys of an asset's document, and its index in the new listing.
struct PlacedAsset: Encodable {
    let index: Int
    let document: AssetDocument

    private enum Key: CodingKey { case index }

    func encode(to encoder: any Encoder) throws {
        try document.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(index, forKey: .index)
    }
}

extension FetchResult {
    fileprivate var tokenText: String? { token.map { Base64.text($0) } }
}
