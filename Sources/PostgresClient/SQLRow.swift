package import CPostgres

/// The result of a statement.
package struct SQLRows: Sendable {
    package let rows: [SQLRow]

    package var first: SQLRow? { rows.first }
}

/// A result in libpq's memory: values are copied only when they are read.
final class SQLAnswer: @unchecked Sendable {  // Unchecked: it is never changed.
    fileprivate let handle: OpaquePointer

    /// - Parameter handle: a result that is not an error; this object takes it over.
    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { cpostgres_free(handle) }

    var rows: some Sequence<SQLRow> { (0..<cpostgres_rows(handle)).lazy.map { SQLRow(answer: self, number: $0) } }
}

/// Values of a row, which are read by their positions.
package protocol SQLValues {
    /// Reads the bytes of a value; nil for NULL. They are valid until `read` returns.
    func value<Value>(_ place: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value?
}

// To be inlined where whole lists are read: a library's first photos are thousands of values.
extension SQLValues {
    /// A value of bytes, or the bytes of a text.
    @inlinable package func bytes(_ place: Int) -> [UInt8]? { value(place) { Array($0) } }

    @inlinable package func text(_ place: Int) -> String? { value(place) { String(decoding: $0, as: UTF8.self) } }

    /// A number of 16, 32 or 64 bits, big-endian.
    @inlinable package func integer(_ place: Int) -> Int64? { value(place) { SQLValue.integer(of: $0) } }

    /// A floating-point number of 64 bits.
    @inlinable package func real(_ place: Int) -> Double? { value(place) { SQLValue.real(of: $0) } }

    @inlinable package func flag(_ place: Int) -> Bool { value(place) { $0.first == 1 } ?? false }
}

/// One row.
package struct SQLRow: SQLValues, Sendable {
    let answer: SQLAnswer
    let number: Int

    package func value<Value>(_ place: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        withExtendedLifetime(answer) {
            var length = 0
            guard let start = cpostgres_bytes(answer.handle, number, place, &length) else { return nil }
            return read(UnsafeBufferPointer(start: start, count: length))
        }
    }

    /// Reads the first `count` values together, which takes less time than one after the other.
    package func withCells<Result>(_ count: Int, _ body: (SQLCells) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: cpostgres_cell.self, capacity: count) { cells in
            withExtendedLifetime(answer) {
                cpostgres_cells(answer.handle, number, cells.baseAddress, count)
                return body(SQLCells(cells: UnsafeBufferPointer(cells)))
            }
        }
    }
}

/// The first values of a row, valid within `SQLRow.withCells`.
package struct SQLCells: SQLValues {
    @usableFromInline package let cells: UnsafeBufferPointer<cpostgres_cell>

    @inlinable package func value<Value>(
        _ place: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
    ) -> Value? {
        let cell = cells[place]
        guard let start = cell.bytes else { return nil }
        return read(UnsafeBufferPointer(start: start, count: cell.length))
    }
}

/// The result of a statement, with the names of its columns.
package struct SQLTable: Sendable {
    package internal(set) var columns: [String]
    /// The values of each row, in the order of the columns.
    package internal(set) var rows: [[SQLValue]]
}
