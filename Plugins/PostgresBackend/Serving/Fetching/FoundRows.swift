internal import BackendKit
internal import PhotoModel
internal import PostgresClient

/// The results of a search, whose order no index has: the numbers of rows, which windows read when they are shown.
///
/// A row is never changed, and is kept for a week after another row has replaced it (see `OldRows`). Only after a failover that lost rows
/// may their numbers be those of other assets.
final class FoundRows: Sendable {
    /// The most rows of one statement.
    private static let mostRows = 1_000

    private let library: PostgresLibrary
    private let numbers: [Int64]
    private let past: Int

    /// - Parameters:
    ///   - past: `PostgresLibrary.past` before they were found.
    ///   - numbers: the primary keys of the rows, in order.
    init(_ library: PostgresLibrary, in past: Int, _ numbers: [Int64]) {
        self.library = library
        self.numbers = numbers
        self.past = past
    }

    var count: Int { numbers.count }

    func window(_ offset: Int, _ length: Int, _ call: BackendCall, _ emit: (Asset) -> Flow) throws(PhotoError) {
        guard offset < numbers.count else { return }
        var rest = numbers[offset...].prefix(length)
        while !rest.isEmpty {
            try call.check()
            for row in try read(rest.prefix(Self.mostRows), call) {
                if emit(AssetColumns.asset(row)) == .stop { return }
            }
            rest = rest.dropFirst(Self.mostRows)
        }
    }

    private func read(_ some: ArraySlice<Int64>, _ call: BackendCall) throws(PhotoError) -> [SQLRow] {
        try library.check(past)
        let statement =
            SQL("SELECT ") + AssetColumns.list
            + SQL(
                """
                 FROM unnest(?::text[]) WITH ORDINALITY AS given (number, place)
                JOIN picker.asset a ON a."row" = given.number::bigint ORDER BY given.place
                """, .texts(some.map { String($0) }))
        let rows = try library.run(statement, call.cancellation).rows
        guard rows.count == some.count else {
            throw .changed("what was found was removed long ago; search again")
        }
        return rows
    }

    /// - Returns: nil if the asset is not a result.
    func index(of identifier: String, _ call: BackendCall) throws(PhotoError) -> Int? {
        let rows = try library.run(
            SQL("SELECT a.\"row\" FROM picker.asset a WHERE a.identifier = ?", .text(identifier)), call.cancellation)
        let own = Set(rows.rows.compactMap { $0.integer(0) })
        return numbers.firstIndex { own.contains($0) }
    }
}
