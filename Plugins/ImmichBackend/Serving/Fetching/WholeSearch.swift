internal import BackendKit
internal import PhotoModel

/// Searches whose results are read completely, so that they can be filtered and sorted here.
struct WholeSearch {
    /// The largest page that the server returns.
    private static let pageSize = 1_000
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
        while !pages.isEmpty {
            let some = pages.prefix(connections)
            pages = pages.dropFirst(connections)
            for answer in try server.documents(some.map { query.page($0, size: Self.pageSize) }, call) {
                let page = try SearchPage(
                    try answer.get(), server: server.name, of: query.shelf.owner(for: user))
                records += page.records
            }
            call.report(min(records.count, all), of: all)
            try call.check()
        }
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
