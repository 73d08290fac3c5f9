internal import PhotoModel
internal import PickerHost
internal import PickingSessions

/// What a page's words for a selection mean in the library now.
struct SelectionReading {
    let library: PhotoLibrary
    let configuration: PickingConfiguration

    private static let windowLength = 1000

    /// For a selection that is kept: runs stay runs. Assets that are gone are left out.
    func parts(of request: SelectionRequest) async throws -> [AssetSelection.Part] {
        let known = try await assets(named: request)
        var parts: [AssetSelection.Part] = []
        for part in request.parts {
            switch try run(part) {
            case nil: if let asset = part.asset.flatMap({ known[$0] }) { parts.append(.asset(asset)) }
            case let (collection, places?)?:
                let run = AssetRun(of: collection, places: places, byteTotal: 0)
                if let run { parts.append(.run(run)) }
            case let (collection, nil)?:
                let count = try await fetch(collection).count()
                parts.append(.run(AssetRun(wholeCollection: collection, count: count, byteTotal: 0)))
            }
        }
        return parts
    }

    /// For Done: every asset, in order.
    ///
    /// - Throws: NOT_FOUND for an asset that is gone, a refusal of the session as soon as there are more than it allows.
    func assets(of request: SelectionRequest) async throws -> [PickedAsset] {
        let known = try await assets(named: request)
        var all: [PickedAsset] = []
        for part in request.parts {
            if let (collection, places) = try run(part) {
                guard configuration.allowsWholeAlbums || places != nil else {
                    throw PickingSessionError.wholeAlbumsNotAllowed
                }
                try await append(collection, places ?? 0..<Int.max, to: &all)
            } else if let identifier = part.asset {
                guard let asset = known[identifier] else {
                    throw ServerError.notFound("\(identifier.prefix(64)) is no longer in the library; deselect it")
                }
                all.append(asset)
            }
        }
        return all
    }

    private func assets(named request: SelectionRequest) async throws -> [String: PickedAsset] {
        let assets = try await library.assets(withIdentifiers: request.parts.compactMap(\.asset))
        return Dictionary(assets.map { ($0.localIdentifier, PickedAsset($0)) }) { first, _ in first }
    }

    /// - Returns: nil for an asset.
    private func run(_ part: SelectionRequest.Part) throws -> (collection: String, places: Range<Int>?)? {
        guard let collection = part.collection else {
            guard part.asset != nil else { throw ServerError.invalidArgument("a part is an asset or a collection") }
            return nil
        }
        guard part.asset == nil else { throw ServerError.invalidArgument("a part is an asset or a collection") }
        guard part.offset != nil || part.count != nil else { return (collection, nil) }
        let (offset, count) = (part.offset ?? 0, part.count ?? 0)
        guard offset >= 0, count > 0, count <= Int.max - offset else {
            throw ServerError.invalidArgument("a range has an offset of at least 0 and a count of at least 1")
        }
        return (collection, offset..<offset + count)
    }

    private func fetch(_ collection: String) async throws -> FetchResult {
        let narrowing = Narrowing(mediaTypes: configuration.mediaFilter.types)
        return try await library.fetch(narrowing.request(in: collection, served: library.backend.capabilities))
    }

    private func append(_ collection: String, _ places: Range<Int>, to all: inout [PickedAsset]) async throws {
        let result = try await fetch(collection)
        var offset = places.lowerBound
        while offset < places.upperBound {
            let length = min(Self.windowLength, places.upperBound - offset)
            let assets = try await result.window(offset: offset, length: length)
            all += assets.map { PickedAsset($0) }
            // A run may be much longer than what the session takes.
            if let limit = configuration.selectionLimit, all.count > limit + Self.windowLength {
                throw PickingSessionError.overLimit(limit: limit)
            }
            if assets.count < length { return }
            offset += assets.count
        }
    }
}
