internal import BackendAPI
internal import PhotoModel

/// What a backend must answer to a query: the whole listing, filtered, sorted and cut.
struct QueryModel {
    /// All assets of one scope, hidden ones too, in the backend's own order.
    let listing: [AssetCopy]
    /// The place of each file name when names alone are sorted; how names compare is the backend's own affair.
    let nameRanks: [Text: Int]
    /// The place of each asset among all of the library.
    let places: [Text: Int]
    var facts = KnownFacts()

    /// What the conditions leave, in the backend's own order.
    private func filtered(_ query: picker_query) -> [AssetCopy] {
        listing.filter { asset in
            let types = query.media_types
            if types != 0, types & 1 << asset.mediaType == 0 { return false }
            if query.any_subtypes != 0, asset.subtypes & query.any_subtypes == 0 { return false }
            if asset.subtypes & query.no_subtypes != 0 { return false }
            if query.flags & PICKER_QUERY_FAVORITES != 0, !asset.isFavorite { return false }
            if query.flags & PICKER_QUERY_CREATED_FROM != 0, asset.creation < query.created_from { return false }
            if query.flags & PICKER_QUERY_CREATED_BEFORE != 0, asset.creation >= query.created_before { return false }
            if !facts.meets(query, asset) { return false }
            switch query.hidden {
            case PICKER_HIDDEN_EXCLUDE: return !asset.isHidden
            case PICKER_HIDDEN_ONLY: return asset.isHidden
            default: return true
            }
        }
    }

    /// Every answer that is right: of what all keys leave equal there are several orders (R9.11).
    func answers(to query: picker_query) -> [[AssetCopy]] {
        let found = filtered(query)
        let keys = [query.sort.0, query.sort.1, query.sort.2, query.sort.3].filter { $0 != PICKER_SORT_NATURAL }
        let limit = query.limit == 0 ? Int.max : Int(clamping: query.limit)
        guard let last = keys.last else { return [Array(found.prefix(limit))] }
        // In an album of another order of its own, what keys leave equal may come as it does among all assets.
        let amongAll = found.sorted { places[$0.identifier] ?? 0 < places[$1.identifier] ?? 0 }
        let orders = [found, amongAll]
        let ties = last & PICKER_SORT_DESCENDING == 0 ? orders : orders + orders.map { $0.reversed() }
        return ties.map { Array(sorted($0, by: keys).prefix(limit)) }
    }

    private func sorted(_ assets: [AssetCopy], by keys: [UInt32]) -> [AssetCopy] {
        let values = assets.map { asset in keys.map { value(of: asset, $0) } }
        let order = assets.indices.sorted { one, other in
            for (left, right) in zip(values[one], values[other]) where left != right { return left < right }
            return one < other
        }
        return order.map { assets[$0] }
    }

    /// What a key compares, so that less comes first.
    private func value(of asset: AssetCopy, _ key: UInt32) -> Int64 {
        let value =
            switch key & ~PICKER_SORT_DESCENDING {
            case PICKER_SORT_CREATION_TIME: asset.creation
            case PICKER_SORT_MODIFICATION_TIME: asset.modification
            case PICKER_SORT_FILENAME: Int64(nameRanks[asset.filename] ?? 0)
            default: Int64(clamping: asset.byteSize)
            }
        return key & PICKER_SORT_DESCENDING == 0 ? value : ~value
    }
}

/// Makes up queries of what is served, the same for the same seed.
struct QueryMaker {
    var random: SeededNumbers
    /// What the backend declares.
    let served: BackendCapabilities
    /// All of the library, at least one.
    let assets: [AssetCopy]
    let facts: KnownFacts

    mutating func number(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    mutating func isOne(in count: Int) -> Bool { number(count) == 0 }

    mutating func query() -> picker_query {
        var query = picker_query()
        if isOne(in: 3) { query.media_types = UInt32(number(16)) }
        if served.contains(.querySubtypes) { addSubtypes(&query) }
        if served.contains(.queryFavorites), isOne(in: 6) { query.flags |= PICKER_QUERY_FAVORITES }
        if served.contains(.queryHidden) {
            query.hidden =
                [PICKER_HIDDEN_EXCLUDE, PICKER_HIDDEN_INCLUDE, PICKER_HIDDEN_INCLUDE, PICKER_HIDDEN_ONLY][number(4)]
        }
        addTimes(&query)
        addFacts(&query)
        for place in 0..<number(5) { addKey(&query, place) }
        if isOne(in: 3) { query.limit = UInt64([1, 2, 3, 7, 20, 256, 257, 1 << 32, 1 << 32 + 2, .max][number(10)]) }
        return query
    }

    private mutating func addSubtypes(_ query: inout picker_query) {
        if isOne(in: 6) { query.any_subtypes = subtype() | PICKER_SUBTYPE_RAW }
        let bits = LibraryChecks.subtypeBits(served: served)
        if isOne(in: 5) { query.no_subtypes = isOne(in: 3) ? bits.reduce(0, |) : subtype() }
    }

    private mutating func subtype() -> UInt32 {
        let bits = LibraryChecks.subtypeBits(served: served)
        return bits[number(bits.count)]
    }

    private mutating func addTimes(_ query: inout picker_query) {
        // Without its flag a time means nothing.
        query.created_from = time()
        query.created_before = time()
        guard served.contains(.queryDates) else { return }
        if isOne(in: 3) { query.flags |= PICKER_QUERY_CREATED_FROM }
        if isOne(in: 3) { query.flags |= PICKER_QUERY_CREATED_BEFORE }
    }

    /// One of the library's, a millisecond beside it, or one that is far from all of them.
    private mutating func time() -> picker_time {
        if isOne(in: 12) { return [.min, .min + 1, -1, 0, 1, 1 << 40, .max - 1, .max][number(8)] }
        let creation = assets[number(assets.count)].creation
        // Where it is not known none is asked for either, and any number will do.
        return (creation == AssetCopy.unknownTime ? 0 : creation) &+ picker_time(number(3) - 1)
    }

    /// A key that was not given before: nothing is left for it to decide.
    private mutating func addKey(_ query: inout picker_query, _ place: Int) {
        let all = SortBit.served(by: served)
        let given = [query.sort.0, query.sort.1, query.sort.2, query.sort.3].map { $0 & ~PICKER_SORT_DESCENDING }
        let free = all.filter { !given.contains($0) }
        if free.isEmpty { return }
        let key = free[number(free.count)] | (isOne(in: 2) ? PICKER_SORT_DESCENDING : 0)
        switch place {
        case 0: query.sort.0 = key
        case 1: query.sort.1 = key
        case 2: query.sort.2 = key
        default: query.sort.3 = key
        }
    }
}
