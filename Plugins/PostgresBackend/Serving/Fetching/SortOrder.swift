internal import PhotoModel
internal import PostgresClient

/// The order of a fetch. Assets with equal keys are in the default order: by creation time, name and identifier; in reverse if the last
/// key is descending.
struct SortOrder: Sendable {
    /// A column to sort by.
    enum Column: Sendable {
        case created, modified, byteSize, sortName, identifier

        var name: SQL {
            switch self {
            case .created: SQL("a.created")
            case .modified: SQL("a.modified")
            case .byteSize: SQL("a.byte_size")
            case .sortName: SQL("a.sort_name")
            case .identifier: SQL("a.identifier")
            }
        }

        /// The value in a row of `AssetColumns.list`.
        func value(in row: SQLRow) -> SQLValue {
            switch self {
            case .created: .of(row.integer(7))
            case .modified: .of(row.integer(10))
            case .byteSize: .of(row.integer(11))
            case .sortName: .of(row.bytes(21))
            case .identifier: .of(row.text(0))
            }
        }
    }

    struct Term: Sendable {
        let column: Column
        let isDescending: Bool
    }

    let columns: [Term]

    init(_ keys: [SortKey]) {
        var columns: [Term] = []
        var seen: Set<SortKey.Property> = []
        // Sorting by a property again has no effect.
        for key in keys where seen.insert(key.property).inserted {
            columns.append(Term(column: Self.column(key.property), isDescending: key.isDescending))
        }
        let isDescending = columns.last?.isDescending ?? false
        if !seen.contains(.creationTime) { columns.append(Term(column: .created, isDescending: isDescending)) }
        if !seen.contains(.filename) { columns.append(Term(column: .sortName, isDescending: isDescending)) }
        columns.append(Term(column: .identifier, isDescending: isDescending))
        self.columns = columns
    }

    /// Whether creation time is the first column.
    var isByTime: Bool { if case .created = columns[0].column { true } else { false } }

    /// Whether the first column is descending.
    var isDescending: Bool { columns[0].isDescending }

    private static func column(_ property: SortKey.Property) -> Column {
        switch property {
        case .creationTime: .created
        case .modificationTime: .modified
        case .filename: .sortName
        case .byteSize: .byteSize
        }
    }

    /// The terms of ORDER BY.
    var terms: SQL { columns.map { $0.isDescending ? $0.column.name + SQL(" DESC") : $0.column.name }.joined(", ") }

    /// The seek key of a row: its values in the columns of the order.
    func key(of row: SQLRow) -> [SQLValue] { columns.map { $0.column.value(in: row) } }

    /// The condition for the rows after a seek key; with `isBackwards` for those before it.
    func after(_ key: [SQLValue], isBackwards: Bool = false) -> SQL {
        // If all columns have the same direction, an index can be used for a comparison of rows.
        if Set(columns.map(\.isDescending)).count == 1 {
            let names = columns.map(\.column.name).joined(", ")
            let isLess = columns[0].isDescending != isBackwards
            return SQL("(") + names + (isLess ? SQL(") < (") : SQL(") > ("))
                + zip(columns, key).map { Self.bound($0.0.column, $0.1) }.joined(", ") + SQL(")")
        }
        var alternatives: [SQL] = []
        for (place, column) in columns.enumerated() {
            let equal = zip(columns, key).prefix(place).map {
                $0.0.column.name + SQL(" = ") + Self.bound($0.0.column, $0.1)
            }
            let isLess = column.isDescending != isBackwards
            let last = column.column.name + (isLess ? SQL(" < ") : SQL(" > ")) + Self.bound(column.column, key[place])
            alternatives.append(SQL("(") + (equal + [last]).joined(" AND ") + SQL(")"))
        }
        return SQL("(") + alternatives.joined(" OR ") + SQL(")")
    }

    private static func bound(_ column: Column, _ value: SQLValue) -> SQL {
        switch column {
        case .created, .modified, .byteSize: SQL("?::bigint", value)
        case .sortName: SQL("?::bytea", value)
        case .identifier: SQL("?::text COLLATE \"C\"", value)
        }
    }
}
