internal import BackendAPI
internal import PhotoModel

/// What a library says of its assets in their details, for conditions on it (R9.16, R9.17).
struct KnownFacts {
    private(set) var ratings: [Text: UInt32] = [:]
    private(set) var texts: [Text: [String]] = [:]

    /// Nothing is known.
    init() {}

    /// Asks for the details of all assets, where a condition on them is served.
    init(_ library: Library, _ assets: [AssetCopy], _ served: BackendCapabilities) throws(CheckStop) {
        guard !served.isDisjoint(with: [.queryRatings, .queryText]) else { return }
        for asset in assets {
            let details = try library.details(asset.identifier)
            ratings[asset.identifier] = details.rating
            texts[asset.identifier] = [asset.filename.description] + details.writtenTexts.map(\.description)
        }
    }

    /// Whether an asset meets the conditions on what is known of it.
    func meets(_ query: picker_query, _ asset: AssetCopy) -> Bool {
        func asks(_ flag: UInt32) -> Bool { query.flags & flag != 0 }
        if asks(PICKER_QUERY_RATINGS), query.ratings & 1 << (ratings[asset.identifier] ?? 0) == 0 { return false }
        if asks(PICKER_QUERY_TEXT), !hasText(asset, Text(query.text).description) { return false }
        if asks(PICKER_QUERY_PLACE), !Self.isInside(query, asset) { return false }
        if asks(PICKER_QUERY_CONTENT_TYPES), !query.askedTypes.contains(asset.contentType) { return false }
        if asks(PICKER_QUERY_BYTES_FROM), asset.byteSize < query.bytes_from { return false }
        return !asks(PICKER_QUERY_BYTES_BELOW) || asset.byteSize < query.bytes_below
    }

    private func hasText(_ asset: AssetCopy, _ wanted: String) -> Bool {
        let wanted = Array(wanted.lowercased().utf8)
        return (texts[asset.identifier] ?? []).contains { text in
            let text = Array(text.lowercased().utf8)
            guard text.count >= wanted.count else { return false }
            return (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
        }
    }

    private static func isInside(_ query: picker_query, _ asset: AssetCopy) -> Bool {
        guard asset.hasLocation, asset.latitude >= query.south, asset.latitude <= query.north else { return false }
        let (isEastOfWest, isWestOfEast) = (asset.longitude >= query.west, asset.longitude <= query.east)
        return query.west <= query.east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
    }
}

extension picker_query {
    /// The content types that it names.
    var askedTypes: [Text] {
        (0..<Int(clamping: content_type_count)).compactMap { index in content_types.map { Text($0[index]) } }
    }
}

extension QueryMaker {
    /// Conditions on what is known of assets, where they are served; values without their flag mean nothing.
    mutating func addFacts(_ query: inout picker_query) {
        query.ratings = UInt32(number(64))
        if served.contains(.queryRatings), query.ratings != 0, isOne(in: 5) { query.flags |= PICKER_QUERY_RATINGS }
        query.text = Arena.string(piece())
        if served.contains(.queryText), query.text.length > 0, isOne(in: 5) { query.flags |= PICKER_QUERY_TEXT }
        addPlace(&query)
        query.content_types = Arena.array([asset().contentType, asset().contentType].map { Arena.string($0.bytes) })
        query.content_type_count = UInt64(1 + number(2))
        if served.contains(.queryContentTypes), isOne(in: 6) { query.flags |= PICKER_QUERY_CONTENT_TYPES }
        query.bytes_from = asset().byteSize + UInt64(number(2))
        query.bytes_below = asset().byteSize + UInt64(number(2))
        guard served.contains(.queryBytes) else { return }
        if isOne(in: 6) { query.flags |= PICKER_QUERY_BYTES_FROM }
        if isOne(in: 6) { query.flags |= PICKER_QUERY_BYTES_BELOW }
    }

    private mutating func asset() -> AssetCopy { assets[number(assets.count)] }

    /// A part of what an asset is called, in letters of either case.
    private mutating func piece() -> String {
        let texts = facts.texts[asset().identifier] ?? []
        guard !texts.isEmpty else { return "x" }
        let text = texts[number(texts.count)]
        let piece = String(text.dropFirst(number(text.count + 1)).prefix(1 + number(8)))
        return isOne(in: 2) ? piece.uppercased() : piece.lowercased()
    }

    /// Edges that are those of the library's places, or anywhere.
    private mutating func addPlace(_ query: inout picker_query) {
        let (one, other) = (corner(), corner())
        (query.south, query.north) = (min(one.latitude, other.latitude), max(one.latitude, other.latitude))
        (query.west, query.east) = (one.longitude, other.longitude)
        if served.contains(.queryPlace), isOne(in: 4) { query.flags |= PICKER_QUERY_PLACE }
    }

    private mutating func corner() -> (latitude: Double, longitude: Double) {
        let asset = asset()
        if asset.hasLocation, !isOne(in: 3) { return (asset.latitude, asset.longitude) }
        return (Double(number(181) - 90), Double(number(361) - 180))
    }
}
