/// What a statement gave.
package struct SQLRows: Sendable {
    /// A value as it came; nil: NULL.
    package typealias Value = [UInt8]?

    package let rows: [SQLRow]

    package var first: SQLRow? { rows.first }
}

/// One row: its values by their places.
package struct SQLRow: Sendable {
    let values: [SQLRows.Value]

    /// Bytes, and texts as bytes.
    package func bytes(_ place: Int) -> [UInt8]? { values[place] }

    package func text(_ place: Int) -> String? { values[place].map { String(decoding: $0, as: UTF8.self) } }

    /// Of 16, 32 or 64 bits, big end first.
    package func integer(_ place: Int) -> Int64? { values[place].flatMap { SQLValue.integer(of: $0) } }

    /// Of 64 bits.
    package func real(_ place: Int) -> Double? {
        guard let bytes = values[place], bytes.count == 8 else { return nil }
        return Double(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    package func flag(_ place: Int) -> Bool { values[place]?.first == 1 }
}

/// What a statement gave, by the names of its columns.
package struct SQLTable: Sendable {
    package internal(set) var columns: [String]
    /// The values of each row, in the order of the columns.
    package internal(set) var rows: [[SQLValue]]
}
