internal import BackendAPI
internal import PhotoModel

/// Checks of queries against a model, which filters, sorts and cuts the whole listing.
extension FetchChecks {
    static let models = [
        Check(
            "fetch.any-query", "Any query gives what its conditions leave, sorted by its keys, up to its limit",
            "R9.9 R9.11 R9.14 R9.16 R9.17 R7.3", requires: [.anyKnownFormat],
            remedy: "Filter, sort by every key with its own direction, and cut then; count and index_of do the same."
        ) { context throws(CheckStop) in try anyQuery(context) },
        Check(
            "fetch.any-names", "Identifiers and paths in any order give each asset once, under every condition",
            "R9.12 R9.9 R8.3",
            remedy: "Keep the first of those that are named again, and apply the query as to any other scope."
        ) { context throws(CheckStop) in try anyNames(context) },
        Check(
            "fetch.any-window", "Any window of a fetch is that part of it", "R9.7 R9.2",
            remedy: "Emit the elements from offset to offset + length - 1, whatever was asked before."
        ) { context throws(CheckStop) in try anyWindow(context) },
    ]

    // MARK: The library

    /// The kit's library with photos besides that are equal in some respects: in name, time, size, or what people say of them.
    static func library(_ context: CheckContext) throws(CheckStop) -> Library {
        let formats = try context.info().formats
        try context.makeLibrary()
        let dates = [FixtureLibrary.firstDate, FixtureLibrary.firstDate + 60, -86_400, 4_102_444_800]
        for format in PhotoFormat.allCases where formats.contains(format.rawValue) {
            let suffix = format.fileExtension
            for (index, folder) in ["Album One", "Album Two", "Nested", "Nested/Inner"].enumerated() {
                for (place, name) in ["same", "\u{C9}tude", ".hidden-too", "zebra"].enumerated() {
                    let size = (index + place) % 3
                    let pattern = TestPattern(width: 48 + 100 * size, height: 40 + 120 * size)
                    let path = context.root / BytePath("\(folder)/\(name).\(suffix)")
                    var bytes = try pattern.encoded(as: format)
                    if format == .jpeg { bytes = sayings[(4 * index + place) % sayings.count].inserted(into: bytes) }
                    try Files.write(bytes, to: path, date: dates[(index + 3 * place) % 4])
                    // Half of them not at a whole second.
                    if place % 2 == 1 { try Files.setDate(of: path, milliseconds: dates[index] * 1000 + 250) }
                }
            }
        }
        return try context.open()
    }

    /// What people say of the photos that are JPEG.
    private static let sayings = [
        XMPBlock(rating: 5, title: "Strand am Übersee", place: (52.5, 13.25)),
        XMPBlock(
            rating: 3, caption: "The Beach at low tide", keywords: ["beach", "Sea Gull"], place: (-33.75, 151.25)),
        XMPBlock(rating: 0, title: "same", place: (10.5, 179.5)),
        XMPBlock(keywords: ["Παραλία"], place: (10.5, -179.5)),
        XMPBlock(rating: 1, title: "Beach", caption: "Seen from zebra crossing"),
    ]

    static func everything(
        _ library: Library, _ scope: Scope, _ served: BackendCapabilities, sort: UInt32 = 0
    ) throws(CheckStop) -> [AssetCopy] {
        let query = FetchRequest.everything {
            if served.contains(.queryHidden) { $0.hidden = PICKER_HIDDEN_INCLUDE }
            $0.sort.0 = sort
        }
        return try library.assets(FetchRequest(scope, query: query))
    }

    /// The place of each name in the backend's order of names.
    private static func ranks(_ context: CheckContext, _ library: Library) throws(CheckStop) -> [Text: Int] {
        let served = try context.served(by: library)
        guard served.contains(.sortFilename) else { return [:] }
        let names = try everything(library, .all, served, sort: PICKER_SORT_FILENAME).map(\.filename)
        var ranks: [Text: Int] = [:]
        for (place, name) in names.enumerated() {
            try context.expect(
                ranks[name] == nil || names[place - 1] == name, "by file name, those named \(name) do not come together"
            )
            ranks[name] = ranks[name] ?? place
        }
        // However names are compared, these are in one order.
        let plain = names.filter { name in
            let letters = name.bytes?.prefix { $0 != UInt8(ascii: ".") } ?? []
            return !letters.isEmpty && letters.allSatisfy { (97...122).contains($0) }
        }
        let expected = plain.sorted { ($0.bytes ?? []).lexicographicallyPrecedes($1.bytes ?? []) }
        try context.expect(plain == expected, "by file name, \(plain.prefix(4)) do not ascend")
        return ranks
    }

    // MARK: Queries

    private static let rounds = 240

    private static func anyQuery(_ context: CheckContext) throws(CheckStop) {
        let library = try library(context)
        let served = try context.served(by: library)
        let ranks = try ranks(context, library)
        let all = try everything(library, .all, served)
        guard !all.isEmpty else { throw try context.tooFew(0) }
        let places = Dictionary(all.enumerated().map { ($0.element.identifier, $0.offset) }) { first, _ in first }
        let facts = try KnownFacts(library, all, served)
        func model(_ listing: [AssetCopy]) -> QueryModel {
            QueryModel(listing: listing, nameRanks: ranks, places: places, facts: facts)
        }
        var maker = QueryMaker(
            random: SeededNumbers(seed: context.order.seed), served: comparable(served, all), assets: all, facts: facts)
        var scopes: [(Scope, QueryModel)] = [(.all, model(all))]
        for collection in try library.allCollections().prefix(8) where collection.type != PICKER_COLLECTION_FOLDER {
            let scope = Scope.collection(collection.identifier)
            scopes.append((scope, model(try everything(library, scope, served))))
        }
        // The query holds for what is named as for all else (R9.12).
        var named: [(Scope, QueryModel)] = []
        // A server may have no name for a path, nor for thousands of them.
        for share in context.order.fixtureCommand == nil ? [3, 1] : [] {
            let some = all.shuffled(using: &maker.random).prefix(max(1, all.count / share))
            named.append((.identifiers(some.map(\.identifier)), model(Array(some))))
            let paths = Scope.paths(some.map(\.path))
            guard let fetch = try fetch(FetchRequest(paths), of: paths, library) else { continue }
            fetch.release()
            named.append((paths, model(Array(some))))
        }
        for round in 0..<rounds where !context.isHalfOver {
            let (scope, model) =
                switch round % 3 {
                case 0: scopes[round / 3 % scopes.count]
                case 1 where !named.isEmpty: named[round / 3 % named.count]
                default: scopes[0]
                }
            try compare(context, library, FetchRequest(scope, query: maker.query()), model)
        }
        for query in maker.pairs(scopes[0].1) where !context.isHalfOver {
            try compare(context, library, FetchRequest(query: query), scopes[0].1)
        }
    }

    /// What is served, without what compares times that some of these do not have: where those come then is left open.
    private static func comparable(_ served: BackendCapabilities, _ all: [AssetCopy]) -> BackendCapabilities {
        var open: BackendCapabilities = []
        if all.contains(where: { $0.creation == AssetCopy.unknownTime }) { open = [.queryDates, .sortCreationTime] }
        if all.contains(where: { $0.modification == AssetCopy.unknownTime }) { open.insert(.sortModificationTime) }
        return served.subtracting(open)
    }

    static func compare(
        _ context: CheckContext, _ library: Library, _ ask: FetchRequest, _ model: QueryModel
    ) throws(CheckStop) {
        guard let query = ask.query else { return }
        let expected = model.answers(to: query).map { $0.map(\.identifier) }
        let fetched = library.fetch(ask)
        try fetched.reply.ok()
        guard let fetch = fetched.fetch else { return }
        defer { fetch.release() }
        let found = try fetch.window(0, 1 << 40)
        let count = expected[0].count
        func text() -> String { "\(ask.text) with \(query.summary)" }
        try context.expect(
            expected.contains(found.map(\.identifier)),
            "\(text()): \(difference(found, model.answers(to: query)[0]))")
        for (offset, length) in [(count / 2, 5), (max(0, count - 3), 9)] {
            let part = try fetch.window(UInt64(offset), UInt64(length)).map(\.identifier)
            try context.expect(
                part == found.dropFirst(offset).prefix(length).map(\.identifier),
                "\(text()): window \(offset)+\(length) of \(count) has other elements than the whole has there")
        }
        try context.expect(try fetch.count() == count, "\(text()): count of the fetch is not \(count)")
        let (reply, counted) = library.count(ask)
        try reply.ok()
        try context.expect(counted == UInt64(count), "\(text()): count of the library is \(counted), not \(count)")
        for place in Set([0, count / 2, count - 1]) where found.indices.contains(place) {
            let index = fetch.index(of: found[place].identifier)
            try index.reply.ok()
            try context.expect(index.index == UInt64(place), "\(text()): index_of says \(index.index), not \(place)")
        }
        if let other = model.listing.first(where: { asset in !found.contains { $0.identifier == asset.identifier } }) {
            try fetch.index(of: other.identifier).reply.expect(PICKER_NOT_FOUND)
        }
    }

    /// The first place where two lists differ.
    private static func difference(_ found: [AssetCopy], _ expected: [AssetCopy]) -> String {
        let place = zip(found, expected).prefix { $0.identifier == $1.identifier }.count
        func name(_ list: [AssetCopy]) -> String { list.dropFirst(place).first?.path.description ?? "nothing" }
        return "\(found.count) came, \(expected.count) expected; at \(place) is \(name(found)), not \(name(expected))"
    }

    // MARK: Names

    /// As many names as a host may pass in one request (R8.5), of which few are known, some of them at the end.
    private static func mostNames(_ context: CheckContext, _ library: Library) throws(CheckStop) {
        let most = 65_536
        let known = try library.assets().prefix(40)
        var identifiers = [Text](repeating: Text(Arena.string("A0nobody0nobody0nobody0")), count: most)
        var paths = [BytePath](repeating: "nowhere/nothing.jpg", count: most)
        for (place, asset) in known.enumerated() {
            let index = most - 1 - (known.count - 1 - place) * (most / 40)
            (identifiers[index], paths[index]) = (asset.identifier, asset.path)
        }
        for scope in [Scope.identifiers(identifiers), .paths(paths)] {
            guard let fetch = try fetch(FetchRequest(scope), of: scope, library) else { continue }
            defer { fetch.release() }
            let found = try fetch.window(0, 1 << 40).map(\.identifier)
            try context.expect(
                found == known.map(\.identifier),
                "\(FetchRequest(scope).text), \(known.count) of them known: \(found.count) came, or in another order")
        }
    }

    /// - Returns: nil for paths where assets are no files, and have none.
    private static func fetch(
        _ request: FetchRequest, of scope: Scope, _ library: Library
    ) throws(CheckStop) -> Fetch? {
        let fetched = library.fetch(request)
        if case .paths = scope, fetched.reply.status == PICKER_UNSUPPORTED { return nil }
        try fetched.reply.ok()
        return fetched.fetch
    }

    private static func anyNames(_ context: CheckContext) throws(CheckStop) {
        let library = try library(context)
        let served = try context.served(by: library)
        try mostNames(context, library)
        let all = try everything(library, .all, served)
        var random = SeededNumbers(seed: context.order.seed)
        for round in 0..<20 where !context.isHalfOver {
            var named = Array(all.shuffled(using: &random).prefix(1 + Int(random.next() % 12)))
            named += named.shuffled(using: &random).prefix(Int(random.next() % 4))
            if round == 0 { named = all + all }
            var query = FetchRequest.everything()
            query.media_types = round % 3 == 0 ? PICKER_MEDIA_MASK_IMAGE | PICKER_MEDIA_MASK_AUDIO : 0
            if served.contains(.queryHidden) {
                query.hidden = [PICKER_HIDDEN_EXCLUDE, PICKER_HIDDEN_INCLUDE, PICKER_HIDDEN_ONLY][round % 3]
            }
            if round % 4 == 1 { query.limit = 3 }
            var once: [AssetCopy] = []
            for asset in named where !once.contains(asset) { once.append(asset) }
            let expected = QueryModel(listing: once, nameRanks: [:], places: [:]).answers(to: query)[0].map(
                \.identifier)
            // Once behind more of them than any buffer has room for.
            let some = round == 1 ? Array(repeating: strangers(all), count: 200).flatMap(\.self) : strangers(all)
            let scopes: [Scope] = [
                .identifiers(some.map(\.identifier) + named.map(\.identifier) + some.map(\.identifier).prefix(9)),
                .paths(some.map(\.path) + named.map(\.path) + some.map(\.path).prefix(9)),
            ]
            for scope in scopes {
                guard let fetch = try fetch(FetchRequest(scope, query: query), of: scope, library) else { continue }
                defer { fetch.release() }
                let found = try fetch.window(0, 1 << 40).map(\.identifier)
                try context.expect(
                    found == expected,
                    "\(FetchRequest(scope).text) with \(query.summary): \(found.count) came, \(expected.count) expected, "
                        + "each once and in their order")
                try context.expect(try fetch.count() == expected.count, "count of it is not \(expected.count)")
                let (reply, counted) = library.count(FetchRequest(scope, query: query))
                try reply.ok()
                try context.expect(
                    counted == UInt64(expected.count),
                    "\(FetchRequest(scope).text) with \(query.summary): count of the library is \(counted), not "
                        + "\(expected.count)")
            }
        }
    }

    /// What is almost an identifier or a path of some asset, and none.
    private static func strangers(_ all: [AssetCopy]) -> [(identifier: Text, path: BytePath)] {
        guard let asset = all.first(where: { $0.path.bytes.contains(UInt8(ascii: "/")) }) ?? all.first else {
            return []
        }
        let (slash, identifier, path) = (UInt8(ascii: "/"), asset.identifier.bytes ?? [], asset.path.bytes)
        let name = asset.path.name.bytes
        let pairs: [([UInt8], [UInt8])] = [
            (Array("nobody".utf8), Array("nobody.jpg".utf8)), ([], []), (identifier + [0x41], path + [0x41]),
            (Array(identifier.dropLast()), Array(path.dropLast())), (identifier + [0], path + [0]),
            ([0x41] + identifier, [0x41] + path), (identifier + identifier, path + [slash]),
            (identifier.map { $0 ^ 0x20 }, asset.path.folder.bytes), (Array(identifier.dropFirst()), name),
            (inOtherCase(identifier), inOtherCase(path)),
        ]
        let known = (Set(all.map(\.identifier)), Set(all.map(\.path)))
        return pairs.map { (identifier: Text(Arena.string($0.0)), path: BytePath($0.1)) }
            .filter { !known.0.contains($0.identifier) && !known.1.contains($0.path) }
    }

    /// Letters of ASCII in the other case, all else as it is.
    static func inOtherCase(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (65...90).contains($0) || (97...122).contains($0) ? $0 ^ 0x20 : $0 }
    }

    // MARK: Windows

    private static func anyWindow(_ context: CheckContext) throws(CheckStop) {
        let library = try library(context)
        let fetched = library.fetch()
        guard let fetch = fetched.fetch else { throw .failed("fetch did not work") }
        defer { fetch.release() }
        var whole = try fetch.window(0, 1 << 40)
        let count = try fetch.count()
        try context.expect(whole.count == count, "count says \(count), \(whole.count) come")
        var random = SeededNumbers(seed: context.order.seed)
        for _ in 0..<60 {
            let offset = Int(random.next() % UInt64(whole.count + 2))
            let length = Int(random.next() % UInt64(whole.count + 2))
            // What was left of an earlier window must not show in the next.
            if random.next() % 3 == 0 { try fetch.window(0, 1 << 40, sink: .assets(stopAt: 1 + length % 7)).ok() }
            let found = try fetch.window(UInt64(offset), UInt64(length))
            let isSame = try isPart(found, of: &whole, fetch, offset, length)
            try context.expect(
                isSame,
                "window \(offset)+\(length) of \(whole.count) has other elements than the whole has there")
        }
    }
}

extension picker_query {
    /// Its conditions, for messages.
    fileprivate var summary: String {
        var parts: [String] = []
        if media_types != 0 { parts.append("media \(media_types)") }
        if any_subtypes != 0 { parts.append("any of \(String(any_subtypes, radix: 16))") }
        if no_subtypes != 0 { parts.append("none of \(String(no_subtypes, radix: 16))") }
        if flags & PICKER_QUERY_FAVORITES != 0 { parts.append("favourites") }
        if flags & PICKER_QUERY_CREATED_FROM != 0 { parts.append("from \(created_from)") }
        if flags & PICKER_QUERY_CREATED_BEFORE != 0 { parts.append("before \(created_before)") }
        parts += facts
        if hidden != 0 { parts.append("hidden \(hidden)") }
        for key in [sort.0, sort.1, sort.2, sort.3] where key != 0 {
            let name = ["", "creation", "modification", "name", "size"][Int(key & 7)]
            parts.append("by \(name)\(key & PICKER_SORT_DESCENDING == 0 ? "" : " descending")")
        }
        if limit != 0 { parts.append("limit \(limit)") }
        return parts.isEmpty ? "no condition" : parts.joined(separator: ", ")
    }

    private var facts: [String] {
        var parts: [String] = []
        if flags & PICKER_QUERY_RATINGS != 0 { parts.append("ratings \(String(ratings, radix: 2))") }
        if flags & PICKER_QUERY_TEXT != 0 { parts.append("the text \(Text(text))") }
        if flags & PICKER_QUERY_PLACE != 0 { parts.append("from \(south), \(west) to \(north), \(east)") }
        if flags & PICKER_QUERY_CONTENT_TYPES != 0 {
            parts.append("of type " + askedTypes.map(\.description).joined(separator: " or "))
        }
        if flags & PICKER_QUERY_BYTES_FROM != 0 { parts.append("\(bytes_from) bytes or more") }
        if flags & PICKER_QUERY_BYTES_BELOW != 0 { parts.append("less than \(bytes_below) bytes") }
        return parts
    }
}
