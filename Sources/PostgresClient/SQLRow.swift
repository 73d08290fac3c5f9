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

/// One row, whose values are read by their positions.
package struct SQLRow: Sendable {
    let answer: SQLAnswer
    let number: Int

    /// Reads a value; nil for NULL.
    private func value<Value>(_ place: Int, _ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        withExtendedLifetime(answer) {
            var length = 0
            guard let start = cpostgres_bytes(answer.handle, number, place, &length) else { return nil }
            return read(UnsafeBufferPointer(start: start, count: length))
        }
    }

    /// A value of bytes, or the bytes of a text.
    package func bytes(_ place: Int) -> [UInt8]? { value(place) { Array($0) } }

    package func text(_ place: Int) -> String? { value(place) { String(decoding: $0, as: UTF8.self) } }

    /// A number of 16, 32 or 64 bits, big-endian.
    package func integer(_ place: Int) -> Int64? { value(place) { SQLValue.integer(of: $0) } }

    /// A floating-point number of 64 bits.
    package func real(_ place: Int) -> Double? { value(place) { SQLValue.real(of: $0) } }

    package func flag(_ place: Int) -> Bool { value(place) { $0.first == 1 } ?? false }
}

/// The result of a statement, with the names of its columns.
package struct SQLTable: Sendable {
    package internal(set) var columns: [String]
    /// The values of each row, in the order of the columns.
    package internal(set) var rows: [[SQLValue]]
}
