internal import BackendKit
internal import PhotoModel
internal import Platform

/// A search on the server as a fetch result. It reads the pages that windows ask for, and keeps them.
///
/// Assets that were uploaded after the fetch began are left out, so positions do not change. If assets were removed
/// meanwhile, the positions in pages that were not read yet move. That is noticed and reported, so that no asset is
/// returned twice or left out.
final class PagedSearch: Sendable {
    /// Assets in a page: about 300 KB of JSON, more than fits on a screen.
    static let pageSize = 250
    /// The most pages that are kept: 50,000 assets, about 10 MB.
    private static let mostPages = 200
    /// How many pages are requested at once for a long window.
    private static let pagesAtOnce = 4

    private struct State {
        var total: Int?
        var pages: [Int: [AssetRecord]] = [:]
        /// When each page was last used.
        var used: [Int: UInt64] = [:]
        var clock: UInt64 = 0
        /// The positions of assets that were read, even if their pages are not kept any more.
        var places: [ImmichID: Int32] = [:]

        mutating func kept(_ page: Int) -> [AssetRecord]? {
            guard let records = pages[page] else { return nil }
            clock += 1
            used[page] = clock
            return records
        }

        /// Keeps a page, unless another call has kept it meanwhile.
        ///
        /// - Returns: the records of the page; nil if assets were removed since the pages before were read.
        mutating func keep(_ page: SearchPage, _ number: Int, limit: Int) -> [AssetRecord]? {
            if let other = pages[number] { return other }
            let first = number * PagedSearch.pageSize
            let isMoved = page.records.enumerated().contains { place, record in
                places[record.id].map { Int($0) != first + place } ?? false
            }
            if total == nil, page.isLast { total = first + page.records.count }
            let end = total ?? .max
            let wanted = min(PagedSearch.pageSize, max(0, min(end, limit) - first))
            guard !isMoved, page.records.count >= min(wanted, page.isLast && limit < end ? 0 : wanted) else {
                return nil
            }
            let records = Array(page.records.prefix(max(0, end - first)))
            for (place, record) in records.enumerated() { places[record.id] = Int32(clamping: first + place) }
            forgetOldest()
            clock += 1
            (pages[number], used[number]) = (records, clock)
            return records
        }

        private mutating func forgetOldest() {
            guard pages.count >= PagedSearch.mostPages, let oldest = used.min(by: { $0.value < $1.value })?.key else {
                return
            }
            (pages[oldest], used[oldest]) = (nil, nil)
        }
    }

    private let query: SearchQuery
    private let limit: Int
    private let server: ImmichServer
    private let cache: RecordCache
    private let state = Mutex(State())

    init(_ query: SearchQuery, limit: Int?, server: ImmichServer, cache: RecordCache) {
        self.query = query
        self.limit = limit ?? .max
        self.server = server
        self.cache = cache
    }

    func count(_ call: BackendCall) throws(PhotoError) -> Int {
        if let total = state.withLock({ $0.total }) { return min(total, limit) }
        let counted = try SearchPage.total(try server.document(query.statistics, call), server: server.name)
        return min(keep(total: counted), limit)
    }

    /// Keeps the total. Another call may have counted meanwhile; then the first number stays.
    private func keep(total counted: Int) -> Int {
        state.withLock { state in
            let total = state.total ?? max(counted, state.places.values.max().map { Int($0) + 1 } ?? 0)
            state.total = total
            return total
        }
    }

    /// - Throws: `.unsupported` if the days can only be found by reading all pages.
    func days(_ call: BackendCall) throws(PhotoError) -> [DayCount] {
        guard limit == .max else { throw TimelineDays.onlyReadingTells }
        return try TimelineDays(query: query, server: server).days(count: try count(call), call)
    }

    func window(_ offset: Int, _ length: Int, _ call: BackendCall, _ emit: (Asset) -> Flow) throws(PhotoError) {
        var position = offset
        let end = min(limit, offset.addingReportingOverflow(length).overflow ? .max : offset + length)
        while position < end, position < state.withLock({ $0.total }) ?? .max {
            let page = position / Self.pageSize
            let records = try records(of: page, wanted: (end - 1) / Self.pageSize, call)
            let first = position - page * Self.pageSize
            guard first < records.count else { return }
            for record in records[first...].prefix(end - position) where emit(record.asset) == .stop { return }
            guard records.count == Self.pageSize else { return }
            position = (page + 1) * Self.pageSize
            try call.check()
        }
    }

    func index(of id: ImmichID, _ call: BackendCall) throws(PhotoError) -> Int? {
        if let place = state.withLock({ $0.places[id] }) { return Int(place) < limit ? Int(place) : nil }
        guard let record = try record(of: id, call) else { return nil }
        // As many come before it as have a date before its own; it is at that place, or after others of the same moment.
        let moment = record.created.milliseconds
        var before = query
        if query.isDescending {
            before.takenAfter = max(query.takenAfter ?? .init(milliseconds: .min), Timestamp(milliseconds: moment + 1))
        } else {
            before.takenBefore = min(
                query.takenBefore ?? .init(milliseconds: .max), Timestamp(milliseconds: moment - 1))
        }
        let earlier = try SearchPage.total(try server.document(before.statistics, call), server: server.name)
        var page = max(0, earlier - 1) / Self.pageSize
        while page * Self.pageSize < limit {
            let records = try records(of: page, wanted: page, call)
            if let place = state.withLock({ $0.places[id] }) { return Int(place) < limit ? Int(place) : nil }
            guard records.count == Self.pageSize, let last = records.last?.created.milliseconds,
                query.isDescending ? last >= moment : last <= moment
            else { return nil }
            page += 1
            try call.check()
        }
        return nil
    }

    private func record(of id: ImmichID, _ call: BackendCall) throws(PhotoError) -> AssetRecord? {
        do throws(PhotoError) {
            return AssetRecord(try server.document(.get("/assets/\(id.uuid)"), call))
        } catch {
            if error.status == .notFound { return nil }
            throw error
        }
    }

    // MARK: Pages

    private func records(of page: Int, wanted last: Int, _ call: BackendCall) throws(PhotoError) -> [AssetRecord] {
        if let records = kept(page) { return records }
        let most = state.withLock { $0.total.map { max(0, $0 - 1) / Self.pageSize } } ?? page
        let pages = (page...max(page, min(last, most, page + Self.pagesAtOnce - 1))).filter { kept($0) == nil }
        var asks = pages.map { query.page($0, size: Self.pageSize) }
        // A caller that wants a page also wants the count, which would take a round trip by itself.
        if state.withLock({ $0.total == nil }) { asks.append(query.statistics) }
        let answers = try server.documents(asks, call)
        var found: [AssetRecord] = []
        for (number, answer) in zip(pages, answers) {
            // The first page is needed now. An error of another page is reported when that page is needed.
            guard number == page || (try? answer.get()) != nil else { break }
            let received = try SearchPage(try answer.get(), server: server.name)
            let records = try keep(try settled(received, number, call), number)
            if number == page { found = records }
        }
        // After the pages, because if they reach the end, that gives the count.
        if asks.count > pages.count, let answer = try? answers[pages.count].get(),
            let counted = try? SearchPage.total(answer, server: server.name)
        {
            _ = keep(total: counted)
        }
        return found
    }

    /// A page on which records of the same time are at the places that they have already.
    ///
    /// Many servers sort by time alone. Those of the same time are then in another order on each page that is
    /// requested, so that one may be on two pages, and another on none.
    ///
    /// - Returns: the page as it is if something else was moved.
    private func settled(
        _ page: SearchPage, _ number: Int, _ call: BackendCall
    ) throws(PhotoError) -> SearchPage {
        let places = places(of: page.records)
        let first = number * Self.pageSize
        let isAway = zip(places.indices, places).map { index, place in place.map { $0 != first + index } ?? false }
        let moved = Set(zip(page.records, isAway).filter { $0.1 }.map { $0.0.created })
        if moved.isEmpty { return page }
        var records = page.records
        let unsettled = moved.filter { time in
            !Self.settle(&records, at: time, first: first, among: page.records, places)
        }
        // Those of one time go on before the page, those of another after it.
        guard unsettled.count <= 2 else { return page }
        for time in unsettled {
            let all = try SearchPage(try server.document(query.taken(at: time), call), server: server.name).records
            let candidates = page.records + all
            let places = self.places(of: candidates)
            guard Self.settle(&records, at: time, first: first, among: candidates, places) else { return page }
        }
        return page.with(records)
    }

    private func places(of records: [AssetRecord]) -> [Int?] {
        state.withLock { state in records.map { record in state.places[record.id].map { Int($0) } } }
    }

    /// Puts the records of a time at their places on a page, and those that have none at the places that are left.
    ///
    /// - Parameters:
    ///   - first: the place of the first record of the page.
    ///   - candidates: records, some of which are of that time.
    ///   - places: the place of each candidate; nil for one that was not read before.
    /// - Returns: false, and nothing is changed, if there are too few.
    private static func settle(
        _ records: inout [AssetRecord], at time: Timestamp, first: Int, among candidates: [AssetRecord],
        _ places: [Int?]
    ) -> Bool {
        var free = Set(records.indices.filter { records[$0].created == time })
        var (settled, loose, seen) = (records, [AssetRecord](), Set<ImmichID>())
        for (record, place) in zip(candidates, places)
        where record.created == time && seen.insert(record.id).inserted {
            guard let place else {
                loose.append(record)
                continue
            }
            if free.remove(place - first) != nil { settled[place - first] = record }
        }
        guard loose.count >= free.count else { return false }
        for (index, record) in zip(free.sorted(), loose) { settled[index] = record }
        records = settled
        return true
    }

    private func kept(_ page: Int) -> [AssetRecord]? { state.withLock { $0.kept(page) } }

    private func keep(_ page: SearchPage, _ number: Int) throws(PhotoError) -> [AssetRecord] {
        cache.remember(page.records)
        guard let records = state.withLock({ $0.keep(page, number, limit: limit) }) else {
            throw .changed("photos of \(server.name) were removed while they were listed; list them again")
        }
        return records
    }
}
