internal import BackendAPI
internal import PhotoModel

/// Checks of conditions on what is known of an asset: rating, text, place, content type and size.
extension FetchChecks {
    static let facts = [
        Check(
            "fetch.ratings", "PICKER_QUERY_RATINGS gives what is rated so, and with 0 what is not rated", "R9.16 R9.14",
            requires: [.capability(.queryRatings)],
            remedy: "Compare 1 << rating with the set; take 0 for the rating of what has none."
        ) { context throws(CheckStop) in
            try facts(context) { _, _ in ([0x3F, 0x3E] + (0...5).map { 1 << $0 }).map { ratings($0) } }
        },
        Check(
            "fetch.text", "PICKER_QUERY_TEXT finds parts of names, titles, captions and keywords in any case",
            "R9.17 R9.14",
            requires: [.capability(.queryText)],
            remedy: "Look for the text in each of them, both by Unicode's default case folding: ς is σ, and ß is ss."
        ) { context throws(CheckStop) in try texts(context) },
        Check(
            "fetch.place", "PICKER_QUERY_PLACE gives what was made in the box, its edges included", "R9.16 R9.14",
            requires: [.capability(.queryPlace)],
            remedy: "Keep south <= latitude <= north; where west > east, west <= longitude or longitude <= east."
        ) { context throws(CheckStop) in try facts(context) { assets, _ in boxes(around: assets) } },
        Check(
            "fetch.content-types", "PICKER_QUERY_CONTENT_TYPES gives assets of one of the types, as they are listed",
            "R9.16 R9.14", requires: [.capability(.queryContentTypes)],
            remedy: "Compare content_type with each of them, byte for byte."
        ) { context throws(CheckStop) in try facts(context) { assets, _ in types(of: assets) } },
        Check(
            "fetch.bytes", "PICKER_QUERY_BYTES_FROM is inclusive, PICKER_QUERY_BYTES_BELOW is not", "R9.16 R9.14",
            requires: [.capability(.queryBytes)],
            remedy: "Keep from <= byte_size && byte_size < below."
        ) { context throws(CheckStop) in try facts(context) { assets, _ in sizes(of: assets) } },
        Check(
            "fetch.invalid-facts", "A condition that nothing can meet for its form is INVALID_ARGUMENT", "R9.16 R9.17",
            requires: [.anyCapability(BackendCapabilities.factConditions)],
            remedy: "Look at the values of a query before you look for assets."
        ) { context throws(CheckStop) in
            let library = try context.open()
            let served = try context.served(by: library)
            for (name, bit, query) in invalid where served.contains(bit) {
                let fetched = library.fetch(FetchRequest(query: query))
                fetched.fetch?.release()
                for reply in [library.count(FetchRequest(query: query)).reply, fetched.reply] {
                    try context.expect(
                        reply.status == PICKER_INVALID_ARGUMENT,
                        "with \(name), \(reply.operation) answered \(reply.described)")
                }
            }
        },
    ]

    /// Asks what is made of the library's assets and what is known of them, and compares the answers with the model's.
    private static func facts(
        _ context: CheckContext, _ queries: ([AssetCopy], KnownFacts) -> [picker_query]
    ) throws(CheckStop) {
        let library = try library(context)
        let served = try context.served(by: library)
        let all = try everything(library, .all, served)
        let facts = try KnownFacts(library, all, served)
        let model = QueryModel(listing: all, nameRanks: [:], places: [:], facts: facts)
        for query in queries(all, facts) where !context.isHalfOver {
            try compare(context, library, FetchRequest(query: query), model)
        }
    }

    /// The same of texts, with a photo besides whose name has letters that another small letter is equal to, or two of them.
    private static func texts(_ context: CheckContext) throws(CheckStop) {
        let formats = try context.info().formats
        try context.makeLibrary()
        if let format = PhotoFormat.allCases.first(where: { formats.contains($0.rawValue) }) {
            let path = context.root / BytePath("Nested/Straße δρομος.\(format.fileExtension)")
            let file = try TestPattern(width: 48, height: 40).encoded(as: format)
            try Files.write(file, to: path, date: FixtureLibrary.firstDate)
        }
        try facts(context) { texts(of: $0, $1) }
    }

    static func ratings(_ set: UInt32) -> picker_query {
        FetchRequest.everything { ($0.flags, $0.ratings) = (PICKER_QUERY_RATINGS, set) }
    }

    static func text(_ text: String?) -> picker_query {
        FetchRequest.everything { query in
            query.flags = PICKER_QUERY_TEXT
            if let text { query.text = Arena.string(text) }
        }
    }

    /// All of each text, and its middle, in small letters and capitals; and one that nothing has.
    private static func texts(of assets: [AssetCopy], _ facts: KnownFacts) -> [picker_query] {
        let known = Set(assets.flatMap { facts.texts[$0.identifier] ?? [] }).sorted().filter { !$0.isEmpty }
        let wanted = known.flatMap { [$0.lowercased(), String($0.dropFirst($0.count / 3).prefix(5)).uppercased()] }
        let folded = ["STRASSE", "strasse", "straße", "ΔΡΟΜΟΣ", "δρομοσ", "δρομος"]
        return (folded + wanted + across(assets, facts) + patterns + ["qzxvqzxv"]).map { text($0) }
    }

    /// What stands for something else to who passes a text on to LIKE, GLOB or a regular expression, or ends a text of SQL.
    private static let patterns = [
        "_", "%", "%%", "r%t", "i_g", "*", "?", ".", ".*", "[a-z]", "\\", "'", "''", "\"", "^",
    ]

    /// What begins in one text of an asset and ends in another: each is looked at for itself.
    private static func across(_ assets: [AssetCopy], _ facts: KnownFacts) -> [String] {
        let pairs = assets.flatMap { asset in
            let texts = facts.texts[asset.identifier] ?? []
            return zip(texts, texts.dropFirst()).flatMap { one, other in
                ["", " ", "\n"].map { String(one.suffix(3)) + $0 + String(other.prefix(3)) }
            }
        }
        return Array(Set(pairs).filter { !$0.isEmpty }.sorted().prefix(30))
    }

    static func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> picker_query {
        FetchRequest.everything { query in
            query.flags = PICKER_QUERY_PLACE
            (query.south, query.west, query.north, query.east) = (south, west, north, east)
        }
    }

    /// Boxes with edges at each place, to the east and to the west of it, and those across the meridian of 180 degrees.
    private static func boxes(around assets: [AssetCopy]) -> [picker_query] {
        var boxes = [box(-90, -180, 90, 180), box(-90, 170, 90, -170), box(-90, 0, 90, 0)]
        for asset in assets.filter(\.hasLocation).prefix(12) {
            let (north, east) = (asset.latitude, asset.longitude)
            boxes += [box(north, east, north, east), box(-90, -180, north, east), box(north, east, 90, 180)]
            let beside = (max(-180, east - 1), min(180, east + 1))
            boxes += [box(-90, beside.1, 90, beside.0), box(-90, beside.0, 90, beside.1)]
        }
        return boxes
    }

    static func types(_ types: [Text]) -> picker_query {
        FetchRequest.everything { query in
            query.flags = PICKER_QUERY_CONTENT_TYPES
            query.content_types = Arena.array(types.map { Arena.string($0.bytes) })
            query.content_type_count = UInt64(types.count)
        }
    }

    /// Each type, its beginning, more than it and its capitals, and all but each.
    private static func types(of assets: [AssetCopy]) -> [picker_query] {
        let known = Set(assets.map(\.contentType)).sorted { $0.description < $1.description }
        let others = known.flatMap { type in
            [String(type.description.dropLast()), type.description + "x", type.description.uppercased()]
                .map { types([Text(Arena.string($0))]) }
        }
        let none = Text(Arena.string("none.such"))
        let second = known.flatMap { [types([none, $0]), types([$0, none])] }
        return known.map { types([$0]) } + known.map { type in types(known.filter { $0 != type } + [type, type]) }
            + known.map { type in types(known.filter { $0 != type } + [Text(Arena.string(""))]) } + others + second
    }

    static func bytes(from: UInt64?, below: UInt64?) -> picker_query {
        FetchRequest.everything { query in
            if let from { (query.flags, query.bytes_from) = (PICKER_QUERY_BYTES_FROM, from) }
            if let below { (query.flags, query.bytes_below) = (query.flags | PICKER_QUERY_BYTES_BELOW, below) }
        }
    }

    private static func sizes(of assets: [AssetCopy]) -> [picker_query] {
        let known = Set(assets.map(\.byteSize)).sorted()
        // Who knows none of the kit's formats lists nothing.
        guard let least = known.first, let most = known.last else { return [bytes(from: 0, below: .max)] }
        let edges: [UInt64] = [0, .max] + [least, most, known[known.count / 2]].flatMap { [$0, $0 &+ 1] }
        return edges.flatMap { [bytes(from: $0, below: nil), bytes(from: nil, below: $0)] }
            + edges.map { bytes(from: least, below: $0) }
    }

    /// Values that are outside of what their condition may be.
    private static var invalid: [(name: String, bit: BackendCapabilities, query: picker_query)] {
        [
            ("no rating", .queryRatings, ratings(0)), ("a rating of 6", .queryRatings, ratings(0x41)),
            ("no text", .queryText, text(nil)), ("an empty text", .queryText, text("")),
            ("a rating of 31", .queryRatings, ratings(1 << 31 | 1)),
            ("a latitude of 91", .queryPlace, box(0, 0, 91, 10)),
            ("a latitude of -91", .queryPlace, box(-91, 0, 1, 10)),
            ("a longitude of -181", .queryPlace, box(0, -181, 1, 10)),
            ("a longitude of 181 in the west", .queryPlace, box(0, 181, 1, 10)),
            ("a longitude of 181", .queryPlace, box(0, 0, 1, 181)),
            ("a longitude of -181 in the east", .queryPlace, box(0, 0, 1, -181)),
            ("an infinite latitude", .queryPlace, box(-.infinity, 0, 10, 10)),
            ("a southern edge that is no number", .queryPlace, box(.nan, 0, 10, 10)),
            ("a western edge that is no number", .queryPlace, box(0, .nan, 10, 10)),
            ("a northern edge that is no number", .queryPlace, box(0, 0, .nan, 10)),
            ("an eastern edge that is no number", .queryPlace, box(0, 0, 10, .nan)),
            ("an infinite longitude", .queryPlace, box(0, 0, 10, .infinity)),
            ("south above north", .queryPlace, box(10, 0, 9, 10)), ("no content type", .queryContentTypes, types([])),
        ]
    }
}

extension BackendCapabilities {
    /// Conditions on what is known of an asset.
    static let factConditions: BackendCapabilities = [
        .queryRatings, .queryText, .queryPlace, .queryContentTypes, .queryBytes,
    ]
    /// What `flags` of a query asks for.
    static let allConditions = factConditions.union([.queryDates, .queryFavorites])
    /// All conditions and sort keys.
    static let allOfQueries = factConditions.union(.fullQuery)
}
