internal import PostgresClient

/// A row of the store: values by the names of their columns.
struct StoreRow: Sendable {
    private let places: [String: Int]
    private let values: [SQLValue]

    /// - Parameter places: the indexes of the columns, which are the same for all rows of a result.
    init(places: [String: Int], values: [SQLValue]) {
        self.places = places
        self.values = values
    }

    /// Rows with these columns.
    static func rows(_ columns: [String], _ rows: some Sequence<[SQLValue]>) -> [StoreRow] {
        let places = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        return rows.map { StoreRow(places: places, values: $0) }
    }

    /// The value of a column.
    ///
    /// - Throws: an error if there is no such column, or its value is not one that this version writes.
    subscript<Value: StoreColumn>(_ name: String) -> Value {
        get throws {
            guard let place = places[name], let value = Value.read(values[place]) else {
                throw SessionStoreError.unusable(file: "the store", reason: "has something else in its column \(name)")
            }
            return value
        }
    }

    /// All columns with their values.
    var columns: [(name: String, value: SQLValue)] {
        places.sorted { $0.value < $1.value }.map { ($0.key, values[$0.value]) }
    }

    /// The value of the first column.
    func first<Value: StoreColumn>() throws -> Value {
        guard let first = values.first, let value = Value.read(first) else {
            throw SessionStoreError.unusable(file: "the store", reason: "gave something else than what was asked for")
        }
        return value
    }
}

/// A type of values in a column of the store.
protocol StoreColumn {
    /// Nil if the value is of another kind.
    static func read(_ value: SQLValue) -> Self?
}

extension Int64: StoreColumn {
    static func read(_ value: SQLValue) -> Int64? {
        switch value {
        case .integer(let number): number
        case .flag(let flag): flag ? 1 : 0
        default: nil
        }
    }
}

extension Int: StoreColumn {
    static func read(_ value: SQLValue) -> Int? { Int64.read(value).map { Int($0) } }
}

extension Bool: StoreColumn {
    static func read(_ value: SQLValue) -> Bool? { Int64.read(value).map { $0 != 0 } }
}

extension String: StoreColumn {
    static func read(_ value: SQLValue) -> String? { if case .text(let text) = value { text } else { nil } }
}

extension [UInt8]: StoreColumn {
    static func read(_ value: SQLValue) -> [UInt8]? {
        switch value {
        case .bytes(let bytes): bytes
        default: nil
        }
    }
}

extension Optional: StoreColumn where Wrapped: StoreColumn {
    static func read(_ value: SQLValue) -> Wrapped?? {
        if case .null = value { return .some(nil) }
        return Wrapped.read(value).map { .some($0) }
    }
}
