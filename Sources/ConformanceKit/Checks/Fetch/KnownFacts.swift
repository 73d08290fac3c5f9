internal import BackendAPI
internal import PhotoModel

/// What a library says of its assets in their details, for conditions on it (R9.16, R9.17).
struct KnownFacts {
    private(set) var ratings: [Text: UInt32] = [:]
    private(set) var texts: [Text: [String]] = [:]
    /// The same by Unicode's default case folding, in UTF-8.
    private var folded: [Text: [[UInt8]]] = [:]

    /// Nothing is known.
    init() {}

    /// Asks for the details of all assets, where a condition on them is served.
    init(_ library: Library, _ assets: [AssetCopy], _ served: BackendCapabilities) throws(CheckStop) {
        guard !served.isDisjoint(with: [.queryRatings, .queryText]) else { return }
        for asset in assets {
            let details = try library.details(asset.identifier)
            ratings[asset.identifier] = details.rating
            let said = [asset.filename.description] + details.writtenTexts.map(\.description)
            texts[asset.identifier] = said
            folded[asset.identifier] = said.map(Self.caseFolded)
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
        let wanted = Self.caseFolded(wanted)
        return (folded[asset.identifier] ?? []).contains { text in
            guard text.count >= wanted.count else { return false }
            return (0...text.count - wanted.count).contains { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
        }
    }

    /// A text in which letters are equal that Unicode's default case folding makes equal: small letters with the same capital, ς and σ or
    /// ß and ss, are what that capital has as its small one. Only the dotless i is another than its capital's.
    private static func caseFolded(_ text: String) -> [UInt8] {
        var folded = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\u{131}" {
                folded.append(scalar)
                continue
            }
            for small in scalar.properties.lowercaseMapping.unicodeScalars {
                for capital in small.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: capital.properties.lowercaseMapping.unicodeScalars)
                }
            }
        }
        return Array(String(folded).utf8)
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
        query.bytes_from = asset().byteSize &+ UInt64(number(2))
        query.bytes_below = asset().byteSize &+ UInt64(number(2))
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

    /// Each two conditions that are served, and nothing else, with values of which each leaves out what the other does not.
    /// Where none are found in a few draws there is nothing of the two.
    mutating func pairs(_ model: QueryModel) -> [picker_query] {
        let conditions: [(UInt32, BackendCapabilities)] = [
            (PICKER_QUERY_FAVORITES, .queryFavorites), (PICKER_QUERY_CREATED_FROM, .queryDates),
            (PICKER_QUERY_CREATED_BEFORE, .queryDates), (PICKER_QUERY_RATINGS, .queryRatings),
            (PICKER_QUERY_TEXT, .queryText), (PICKER_QUERY_PLACE, .queryPlace),
            (PICKER_QUERY_CONTENT_TYPES, .queryContentTypes), (PICKER_QUERY_BYTES_FROM, .queryBytes),
            (PICKER_QUERY_BYTES_BELOW, .queryBytes),
        ]
        let flags = conditions.filter { served.contains($0.1) }.map(\.0)
        return flags.enumerated().flatMap { index, one in
            flags.dropFirst(index + 1).compactMap { other in pair(one, other, model) }
        }
    }

    private mutating func pair(_ one: UInt32, _ other: UInt32, _ model: QueryModel) -> picker_query? {
        for _ in 0..<30 {
            let drawn = query()
            guard drawn.ratings != 0, drawn.text.length > 0 else { continue }
            func asking(_ flags: UInt32) -> picker_query {
                var plain = drawn
                (plain.flags, plain.media_types, plain.limit) = (flags, 0, 0)
                (plain.any_subtypes, plain.no_subtypes) = (0, 0)
                plain.sort = (0, 0, 0, 0)
                plain.hidden = served.contains(.queryHidden) ? PICKER_HIDDEN_INCLUDE : PICKER_HIDDEN_EXCLUDE
                return plain
            }
            let counts = [one, other, one | other].map { model.answers(to: asking($0))[0].count }
            if counts[2] < counts[0], counts[2] < counts[1] { return asking(one | other) }
        }
        return nil
    }
}
