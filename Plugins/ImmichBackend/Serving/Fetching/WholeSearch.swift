internal import BackendKit
internal import PhotoModel

/// Searches whose results are read completely, so that they can be filtered and sorted here.
struct WholeSearch {
    private static let pageSize = SearchQuery.largestPage
    /// The most records. No one looks at a longer list, and it would take more memory than a backend may.
    static let mostRecords = 500_000

    let server: ImmichServer
    let cache: RecordCache
    /// Who is signed in; nil if that is not known.
    let user: String?
    /// How many requests are made at once.
    let connections: Int

    /// Everything that the searches find, one after the other.
    func records(_ queries: [SearchQuery], _ call: BackendCall) throws(PhotoError) -> [AssetRecord] {
        var totals: [Int] = []
        for answer in try server.documents(queries.map(\.statistics), call) {
            totals.append(try SearchPage.total(try answer.get(), server: server.name))
        }
        guard totals.reduce(0, +) <= Self.mostRecords else {
            throw PhotoError(.tooLarge, "more than \(Self.mostRecords) photos cannot be sorted in this way")
        }
        var records: [AssetRecord] = []
        records.reserveCapacity(totals.reduce(0, +))
        for (query, total) in zip(queries, totals) where total > 0 {
            try append(query, total, of: totals.reduce(0, +), to: &records, call)
        }
        return records
    }

    private func append(
        _ query: SearchQuery, _ total: Int, of all: Int, to records: inout [AssetRecord], _ call: BackendCall
    ) throws(PhotoError) {
        var pages = Array(0..<(total + Self.pageSize - 1) / Self.pageSize)[...]
        var found: [AssetRecord] = []
        var seen: Set<ImmichID> = []
        // Many servers sort by time alone, so that one of several records of the same time may be on two pages, and
        // another on none.
        var doubled: Set<Timestamp> = []
        while !pages.isEmpty {
            let some = pages.prefix(connections)
            pages = pages.dropFirst(connections)
            for answer in try server.documents(some.map { query.page($0, size: Self.pageSize) }, call) {
                let page = try SearchPage(
                    try answer.get(), server: server.name, of: query.shelf.owner(for: user))
                for record in page.records where !seen.insert(record.id).inserted { doubled.insert(record.created) }
                found += page.records
            }
            call.report(min(records.count + found.count, all), of: all)
            try call.check()
        }
        for time in doubled {
            let answer = try server.document(query.taken(at: time), call)
            found += try SearchPage(answer, server: server.name, of: query.shelf.owner(for: user)).records
        }
        if !doubled.isEmpty {
            found = found.oldestFirst
            if query.isDescending { found.reverse() }
        }
        records += found
    }

    /// The records that meet all conditions, each once, in the order of the options, up to the limit.
    static func selected(_ records: [AssetRecord], _ options: FetchOptions) -> [AssetRecord] {
        var seen: Set<ImmichID> = []
        var candidates = records.filter { seen.insert($0.id).inserted }
        // Equal records stay in their order, or are reversed if the last key is descending, as on the server.
        if options.sort.last?.isDescending == true { candidates.reverse() }
        let keys = candidates.indices.lazy.map { candidates[$0].key(String($0)) }
        return options.selected(from: keys).compactMap { Int($0.localIdentifier).map { candidates[$0] } }
    }
}
