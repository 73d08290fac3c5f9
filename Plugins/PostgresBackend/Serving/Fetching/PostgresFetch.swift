package import BackendKit
package import PhotoModel
internal import Platform
internal import PostgresClient

/// A fetch result: the assets that were shown after one change of the library, read in windows; or a list that was read completely.
///
/// Rows are never changed: the old row of an asset is kept beside the new one for as long as fetches may read it. So windows stay
/// consistent while others write, without a transaction that stays open, and over any connection.
package final class PostgresFetch: DayCountingFetch {
    private enum Source: Sendable {
        case rows(RowSequence)
        case found(FoundRows)
        case list([Asset])
    }

    private let source: Source

    init(_ rows: RowSequence) { source = .rows(rows) }
    init(_ found: FoundRows) { source = .found(found) }
    init(_ list: [Asset]) { source = .list(list) }

    package func count(call: BackendCall) throws(PhotoError) -> Int {
        switch source {
        case .rows(let rows): try rows.count(call)
        case .found(let found): found.count
        case .list(let list): list.count
        }
    }

    package func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        switch source {
        case .rows(let rows): try rows.window(offset, length, call, emit)
        case .found(let found): try found.window(offset, length, call, emit)
        case .list(let list):
            guard offset < list.count else { return }
            for (place, asset) in list[offset...].prefix(length).enumerated() {
                if place % 64 == 0 { try call.check() }
                if emit(asset) == .stop { return }
            }
        }
    }

    package func index(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> Int {
        let index: Int? =
            switch source {
            case .rows(let rows): try rows.index(of: localIdentifier, call)
            case .found(let found): try found.index(of: localIdentifier, call)
            case .list(let list): list.firstIndex { $0.localIdentifier == localIdentifier }
            }
        guard let index else { throw .notFound("the asset \(localIdentifier) is not in this fetch result") }
        return index
    }

    package func days(call: BackendCall, emit: (DayCount) -> Flow) throws(PhotoError) {
        switch source {
        case .rows(let rows): try rows.days(call, emit)
        case .found, .list: throw .unsupported("a list is read")
        }
    }
}

/// The rows of a fetch in their order, read with keyset pagination.
final class RowSequence: Sendable {
    /// The most rows of one statement, which limits the memory that a window takes.
    private static let mostRows = 1_000
    /// The most seek keys that are remembered.
    private static let mostKeys = 4_096
    /// If more rows than this would be skipped, reading starts at the day that contains the position.
    private static let mostPassed = 500
    /// How many rows are read together with the number of the change: enough for a screen. It is a part of the statement, and no value
    /// of it, so that the connection may keep the statement prepared.
    private static let beginning = (length: 200, limit: SQL(" LIMIT 200"))

    private struct Known {
        var count: Int?
        /// The first rows, until a window has returned them.
        var beginning: [SQLRow] = []
        /// The seek keys of the rows at some positions, sorted by position.
        var keys: [(place: Int, key: [SQLValue])] = []
    }

    let library: PostgresLibrary
    let point: HistoryPoint
    let conditions: [SQL]
    let order: SortOrder
    let limit: Int?
    /// Which table can count the assets that meet these conditions.
    let counts: CountTable
    private let given: [SQL]
    private let known = Mutex(Known())
    /// Shared by the fetches that have the same.
    let keptDays: KeptDays.Days

    init(
        _ library: PostgresLibrary, at point: HistoryPoint, _ conditions: [SQL], _ options: FetchOptions,
        counts: CountTable = .nothing
    ) {
        self.library = library
        self.point = point
        self.counts = counts
        given = conditions
        self.conditions = [AssetCondition.shown(at: point.change)] + conditions
        order = SortOrder(options.sort)
        limit = options.limit
        let key = KeptDays.Key(point, conditions: conditions, order: order)
        keptDays = counts == .days && order.isByTime ? library.daysOfChange.days(of: key) : KeptDays.Days()
    }

    /// A sequence whose first rows are read together with the number of the change that it shows, in one round trip. This is for lists
    /// whose first rows the server finds quickly.
    static func begun(
        _ library: PostgresLibrary, _ conditions: [SQL], _ options: FetchOptions, counts: CountTable,
        _ call: BackendCall
    ) throws(PhotoError) -> RowSequence {
        let past = library.past
        let length = min(beginning.length, options.limit ?? .max)
        var query = SQL("SELECT ") + AssetColumns.list + SQL(", (SELECT change FROM picker.library)")
        // The rows that are shown now: the statement reads them and the number of the change at the same moment.
        let shown = SQL("a.until = 9223372036854775807")
        query += SQL(" FROM picker.asset a WHERE ") + ([shown] + conditions).joined(" AND ")
        query += SQL(" ORDER BY ") + SortOrder(options.sort).terms
        query += length == beginning.length ? beginning.limit : SQL(" LIMIT ?", .integer(Int64(length)))
        let rows = try library.run(query, call.cancellation).rows
        guard let change = rows.first?.integer(AssetColumns.count) else {
            let point = try library.newestPoint(call.cancellation)
            return RowSequence(library, at: point, conditions, options, counts: counts)
        }
        library.saw(change)
        let point = HistoryPoint(change: change, past: past)
        let sequence = RowSequence(library, at: point, conditions, options, counts: counts)
        sequence.known.withLock { known in
            known.beginning = rows
            if rows.count < length { known.count = rows.count }
        }
        return sequence
    }

    /// The most age of a fetch in nanoseconds. Rows that ended are deleted after a week (see `OldRows`).
    private static let mostAge: UInt64 = 6 * 86_400 * 1_000_000_000
    // The first stands still while the machine sleeps, the second may be set back.
    private let start = (monotonic: MonotonicTime.now, wall: WallTime.now)

    func run(_ statement: SQL, _ call: BackendCall) throws(PhotoError) -> SQLRows {
        let wallAge = UInt64(max(0, WallTime.now - start.wall))
        guard max(MonotonicTime.now - start.monotonic, wallAge) < Self.mostAge else {
            throw .changed("the list is older than six days; fetch it again")
        }
        try library.check(point.past)
        return try library.run(statement, call.cancellation)
    }

    private func statement(_ columns: SQL, and more: [SQL] = []) -> SQL {
        SQL("SELECT ") + columns + SQL(" FROM picker.asset a WHERE ") + (conditions + more).joined(" AND ")
    }

    func count(_ call: BackendCall) throws(PhotoError) -> Int {
        if let count = known.withLock({ $0.count }) ?? keptDays.readBuckets?.total { return min(count, limit ?? .max) }
        let question =
            counts == .nothing ? statement(SQL("count(*)")) : CountTable.totalStatement(at: point.change, given)
        let found = Int(try run(question, call).first?.integer(0) ?? 0)
        let count = min(found, limit ?? .max)
        known.withLock { $0.count = count }
        return count
    }

    /// How many assets each day has; read once.
    func buckets(_ call: BackendCall) throws(PhotoError) -> DayBuckets {
        try keptDays.buckets { () throws(PhotoError) in
            let rows = try run(DayBuckets.statement(at: point.change, given), call).rows
            return DayBuckets(
                rows.map { DayBuckets.Counted($0) }, isDescending: order.isByTime && order.isDescending)
        }
    }

    func window(_ offset: Int, _ length: Int, _ call: BackendCall, _ emit: (Asset) -> Flow) throws(PhotoError) {
        var place = offset
        let (sum, overflow) = offset.addingReportingOverflow(length)
        let (beginning, count) = known.withLock { known in
            defer { if offset < known.beginning.count { known.beginning = [] } }
            return (known.beginning, known.count)
        }
        let end = min(overflow ? .max : sum, limit ?? .max, count ?? .max)
        if place < min(end, beginning.count) {
            let rows = beginning[place..<min(end, beginning.count)]
            if let last = rows.last { remember(rows.endIndex - 1, order.key(of: last)) }
            guard try give(rows, call, emit) == .more else { return }
            place = rows.endIndex
        }
        while place < end {
            let wanted = min(end - place, Self.mostRows)
            let rows = try read(place, wanted, call)
            guard try give(rows[...], call, emit) == .more else { return }
            place += rows.count
            if rows.count < wanted { return }
        }
    }

    private func give(
        _ rows: ArraySlice<SQLRow>, _ call: BackendCall, _ emit: (Asset) -> Flow
    ) throws(PhotoError) -> Flow {
        var asset = AssetColumns.blank
        for (index, row) in rows.enumerated() {
            if index % 64 == 0 { try call.check() }
            AssetColumns.read(row, into: &asset)
            if emit(asset) == .stop { return .stop }
        }
        return .more
    }

    private func read(_ place: Int, _ count: Int, _ call: BackendCall) throws(PhotoError) -> [SQLRow] {
        let start = known.withLock { known in
            known.keys[..<known.keys.partitioningIndex { $0.place >= place }].last
        }
        var after = start.map { [order.after($0.key)] } ?? []
        // The first row after the seek key has the position after that of the key.
        var skipped = place - (start.map { $0.place + 1 } ?? 0)
        if skipped > Self.mostPassed, counts == .days, order.isByTime, let day = try buckets(call).bucket(at: place),
            place - day.start < skipped, let from = try buckets(call).from(day.day)
        {
            (after, skipped) = ([from], place - day.start)
        }
        var query = statement(AssetColumns.list, and: after)
        query += SQL(" ORDER BY ") + order.terms
        query += SQL(" OFFSET ? LIMIT ?", .integer(Int64(skipped)), .integer(Int64(count)))
        let rows = try run(query, call).rows
        if let last = rows.last { remember(place + rows.count - 1, order.key(of: last)) }
        return rows
    }

    private func remember(_ place: Int, _ key: [SQLValue]) {
        known.withLock { known in
            let index = known.keys.partitioningIndex { $0.place >= place }
            if index < known.keys.count, known.keys[index].place == place { return }
            guard known.keys.count < Self.mostKeys else { return }
            known.keys.insert((place, key), at: index)
        }
    }

    func index(of identifier: String, _ call: BackendCall) throws(PhotoError) -> Int? {
        let rows = try run(
            statement(AssetColumns.list, and: [SQL("a.identifier = ?", .text(identifier))]), call)
        guard let row = rows.first else { return nil }
        var before = [order.after(order.key(of: row), isBackwards: true)]
        var start = 0
        if counts == .days, order.isByTime, let day = try day(of: row, call), let from = try buckets(call).from(day.day)
        {
            before.append(from)
            start = day.start
        }
        let counted = try run(statement(SQL("count(*)"), and: before), call)
        let index = start + Int(counted.first?.integer(0) ?? 0)
        return index < limit ?? .max ? index : nil
    }

    private func day(of row: SQLRow, _ call: BackendCall) throws(PhotoError) -> DayBuckets.Bucket? {
        guard let created = row.integer(7), created != .min else { return nil }
        return try buckets(call).bucket(day: Timestamp(milliseconds: created).dayNumber())
    }
}
