internal import GRDB

/// A fetch result as a list of row ids, for orders that no index of the database has.
final class RowSequence: AssetSequence {
    private let list: RowList

    init(_ list: RowList) { self.list = list }

    var count: Int { list.count }

    func ids(_ range: Range<Int>, _ database: Database) throws -> [Int64] { list[range] }

    func positions(of keys: [AssetKey], _ database: Database) throws -> [Int?] {
        if keys.count <= 2 { return keys.map { list.firstIndex(of: $0.id) } }
        let wanted = Set(keys.map(\.id))
        var positions: [Int64: Int] = [:]
        list.forEach { position, id in
            if wanted.contains(id) { positions[id] = position }
        }
        return keys.map { positions[$0.id] }
    }
}

/// Row ids, stored in four bytes each as long as all of them fit.
struct RowList {
    private var short: [UInt32] = []
    private var long: [Int64] = []

    init(_ ids: some Sequence<Int64>) {
        for id in ids { append(id) }
    }

    /// Reads all ids that a statement returns.
    init(_ ids: FastDatabaseValueCursor<Int64>) throws {
        while let id = try ids.next() { append(id) }
    }

    var count: Int { long.isEmpty ? short.count : long.count }

    subscript(_ range: Range<Int>) -> [Int64] { long.isEmpty ? short[range].map(Int64.init) : Array(long[range]) }

    func firstIndex(of id: Int64) -> Int? {
        long.isEmpty ? UInt32(exactly: id).flatMap { short.firstIndex(of: $0) } : long.firstIndex(of: id)
    }

    func forEach(_ body: (_ position: Int, _ id: Int64) -> Void) {
        for (position, id) in short.enumerated() { body(position, Int64(id)) }
        for (position, id) in long.enumerated() { body(position, id) }
    }

    private mutating func append(_ id: Int64) {
        if long.isEmpty, let id = UInt32(exactly: id) { return short.append(id) }
        if long.isEmpty { (long, short) = (short.map(Int64.init), []) }
        long.append(id)
    }
}
