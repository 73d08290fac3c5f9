internal import CPostgres

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

/// A value of a row in libpq's memory; all of them are nil for NULL.
///
/// Concrete, since a library's first photos are thousands of values: what is generic is not specialised for another module's use.
extension cpostgres_cell {
    private var buffer: UnsafeBufferPointer<UInt8>? { bytes.map { UnsafeBufferPointer(start: $0, count: length) } }

    fileprivate var array: [UInt8]? { buffer.map { Array($0) } }

    fileprivate var text: String? { buffer.map { String(decoding: $0, as: UTF8.self) } }

    fileprivate var integer: Int64? { buffer.flatMap { SQLValue.integer(of: $0) } }

    fileprivate var real: Double? { buffer.flatMap { SQLValue.real(of: $0) } }

    fileprivate var flag: Bool { buffer?.first == 1 }
}

/// One row, whose values are read by their positions.
package struct SQLRow: Sendable {
    let answer: SQLAnswer
    let number: Int

    /// A value of bytes, or the bytes of a text.
    package func bytes(_ place: Int) -> [UInt8]? { withExtendedLifetime(answer) { cell(place).array } }

    package func text(_ place: Int) -> String? { withExtendedLifetime(answer) { cell(place).text } }

    /// A number of 16, 32 or 64 bits, big-endian.
    package func integer(_ place: Int) -> Int64? { withExtendedLifetime(answer) { cell(place).integer } }

    /// A floating-point number of 64 bits.
    package func real(_ place: Int) -> Double? { withExtendedLifetime(answer) { cell(place).real } }

    package func flag(_ place: Int) -> Bool { withExtendedLifetime(answer) { cell(place).flag } }

    /// Reads the first `count` values together, which takes less time than one after the other.
    package func withCells(_ count: Int, _ body: (SQLCells) -> Void) {
        withUnsafeTemporaryAllocation(of: cpostgres_cell.self, capacity: count) { cells in
            withExtendedLifetime(answer) {
                cpostgres_cells(answer.handle, number, cells.baseAddress, count)
                body(SQLCells(cells: UnsafeBufferPointer(cells)))
            }
        }
    }

    private func cell(_ place: Int) -> cpostgres_cell {
        var cell = cpostgres_cell()
        cell.bytes = cpostgres_bytes(answer.handle, number, place, &cell.length)
        return cell
    }
}

/// The first values of a row, valid within `SQLRow.withCells`.
package struct SQLCells {
    fileprivate let cells: UnsafeBufferPointer<cpostgres_cell>

    /// A value of bytes, or the bytes of a text.
    package func bytes(_ place: Int) -> [UInt8]? { cells[place].array }

    package func text(_ place: Int) -> String? { cells[place].text }

    /// A number of 16, 32 or 64 bits, big-endian.
    package func integer(_ place: Int) -> Int64? { cells[place].integer }

    /// A floating-point number of 64 bits.
    package func real(_ place: Int) -> Double? { cells[place].real }

    package func flag(_ place: Int) -> Bool { cells[place].flag }
}

/// The result of a statement, with the names of its columns.
package struct SQLTable: Sendable {
    package internal(set) var columns: [String]
    /// The values of each row, in the order of the columns.
    package internal(set) var rows: [[SQLValue]]
}
