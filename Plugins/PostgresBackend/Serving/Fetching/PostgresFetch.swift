package import BackendKit
package import PhotoModel
internal import Platform

/// A fetch result: what was shown after one change of the library, read in windows; or a list that was read whole.
///
/// Rows of the library are never changed: what an asset was stays beside what it is, for as long as fetches may ask. So windows
/// are exact beside writers of any number, without a transaction that stays open and with whatever connection is free.
package final class PostgresFetch: BackendFetch {
    private enum Source: Sendable {
        case rows(RowSequence)
        case list([Asset])
    }

    private let source: Source

    init(_ rows: RowSequence) { source = .rows(rows) }
    init(_ list: [Asset]) { source = .list(list) }

    package func count(call: BackendCall) throws(PhotoError) -> Int {
        switch source {
        case .rows(let rows): try rows.count(call)
        case .list(let list): list.count
        }
    }

    package func window(offset: Int, length: Int, call: BackendCall, emit: (Asset) -> Flow) throws(PhotoError) {
        switch source {
        case .rows(let rows): try rows.window(offset, length, call, emit)
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
            case .list(let list): list.firstIndex { $0.localIdentifier == localIdentifier }
            }
        guard let index else { throw .notFound("the asset \(localIdentifier) is not in this fetch result") }
        return index
    }
}

/// The rows of a fetch, in their order, read from the place that was asked for.
final class RowSequence: Sendable {
    /// Rows of one answer: more would take memory that a window need not have.
    private static let mostRows = 1_000
    /// Seek keys that are remembered: at most so many.
    private static let mostKeys = 4_096

    private struct Known {
        var count: Int?
        /// What is at some places, in their order.
        var keys: [(place: Int, key: [SQLValue])] = []
    }

    let library: PostgresLibrary
    let change: Int64
    let conditions: [SQL]
    let order: SortOrder
    let limit: Int?
    private let known = Mutex(Known())

    init(_ library: PostgresLibrary, at change: Int64, _ conditions: [SQL], _ options: FetchOptions) {
        self.library = library
        self.change = change
        self.conditions = [AssetCondition.shown(at: change)] + conditions
        order = SortOrder(options.sort)
        limit = options.limit
    }

    /// What ended longer ago is deleted after a week (see `AssetWriter`).
    private static let mostAge: UInt64 = 6 * 86_400 * 1_000_000_000
    private let start = MonotonicTime.now

    private func run(_ statement: SQL, _ call: BackendCall) throws(PhotoError) -> SQLRows {
        guard MonotonicTime.now - start < Self.mostAge else {
            throw .changed("the list is older than six days; fetch it again")
        }
        return try library.run(statement, call.cancellation)
    }

    private func statement(_ columns: SQL, and more: [SQL] = []) -> SQL {
        SQL("SELECT ") + columns + SQL(" FROM picker.asset a WHERE ") + (conditions + more).joined(" AND ")
    }

    func count(_ call: BackendCall) throws(PhotoError) -> Int {
        if let count = known.withLock({ $0.count }) { return count }
        let rows = try run(statement(SQL("count(*)")), call)
        let found = Int(rows.first?.integer(0) ?? 0)
        let count = min(found, limit ?? .max)
        known.withLock { $0.count = count }
        return count
    }

    func window(_ offset: Int, _ length: Int, _ call: BackendCall, _ emit: (Asset) -> Flow) throws(PhotoError) {
        var place = offset
        let (sum, overflow) = offset.addingReportingOverflow(length)
        let end = min(overflow ? .max : sum, limit ?? .max)
        while place < end {
            let wanted = min(end - place, Self.mostRows)
            let rows = try read(place, wanted, call)
            for (index, row) in rows.enumerated() {
                if index % 64 == 0 { try call.check() }
                if emit(AssetColumns.asset(row)) == .stop { return }
            }
            place += rows.count
            if rows.count < wanted { return }
        }
    }

    private func read(_ place: Int, _ count: Int, _ call: BackendCall) throws(PhotoError) -> [SQLRow] {
        let start = known.withLock { known in
            known.keys.last { $0.place < place }
        }
        var query = statement(AssetColumns.list, and: start.map { [order.after($0.key)] } ?? [])
        // From the seek key on: the asset after it is the first.
        let skipped = place - (start.map { $0.place + 1 } ?? 0)
        query += SQL(" ORDER BY ") + order.terms
        query += SQL(" OFFSET ? LIMIT ?", .integer(Int64(skipped)), .integer(Int64(count)))
        let rows = try run(query, call).rows
        if let last = rows.last { remember(place + rows.count - 1, order.key(of: last)) }
        return rows
    }

    private func remember(_ place: Int, _ key: [SQLValue]) {
        known.withLock { known in
            let index = known.keys.firstIndex { $0.place >= place } ?? known.keys.count
            if index < known.keys.count, known.keys[index].place == place { return }
            guard known.keys.count < Self.mostKeys else { return }
            known.keys.insert((place, key), at: index)
        }
    }

    func index(of identifier: String, _ call: BackendCall) throws(PhotoError) -> Int? {
        let rows = try run(
            statement(AssetColumns.list, and: [SQL("a.identifier = ?", .text(identifier))]), call)
        guard let row = rows.first else { return nil }
        let before = [order.after(order.key(of: row), isBackwards: true)]
        let counted = try run(statement(SQL("count(*)"), and: before), call)
        let index = Int(counted.first?.integer(0) ?? 0)
        return index < limit ?? .max ? index : nil
    }
}
