internal import GRDB
internal import PhotoModel

extension RowCondition {
    /// What a fetch requires of rating, text, place, content type and size, which an `AssetKind` does not have.
    static func facts(_ options: FetchOptions) -> RowCondition {
        var conditions: [RowCondition] = []
        if !options.ratings.isEmpty { conditions.append(ratings(options.ratings)) }
        if let text = options.text {
            conditions.append(
                RowCondition(sql: "instr(folded_text, ?) > 0 AND ", arguments: [FoldedText.piece(text)]))
        }
        if let box = options.place { conditions.append(place(box)) }
        if !options.contentTypes.isEmpty { conditions.append(formats(options.contentTypes)) }
        if let bytes = options.bytesFrom {
            conditions.append(RowCondition(sql: "byte_size >= ? AND ", arguments: [bytes]))
        }
        if let bytes = options.bytesBelow {
            conditions.append(RowCondition(sql: "byte_size < ? AND ", arguments: [bytes]))
        }
        return conditions.reduce(.none, +)
    }

    private static func ratings(_ ratings: Ratings) -> RowCondition {
        let numbers = (0...5).filter { ratings.contains(rating: $0) }.map { String($0) }
        return RowCondition(sql: "rating IN (\(numbers.joined(separator: ", "))) AND ", arguments: [])
    }

    private static func place(_ box: LocationBox) -> RowCondition {
        let longitudes =
            box.west <= box.east ? "longitude BETWEEN ? AND ?" : "(longitude >= ? OR longitude <= ?)"
        return RowCondition(
            sql: "latitude BETWEEN ? AND ? AND \(longitudes) AND ",
            arguments: [box.south, box.north, box.west, box.east])
    }

    private static func formats(_ types: [String]) -> RowCondition {
        let formats = MediaFormat.allCases.filter { types.contains($0.uniformTypeIdentifier) }
        let numbers = formats.map { String(FormatNumber.number(of: $0)) }
        return RowCondition(sql: "format IN (\(numbers.joined(separator: ", "))) AND ", arguments: [])
    }

    static func + (left: RowCondition, right: RowCondition) -> RowCondition {
        RowCondition(sql: left.sql + right.sql, arguments: left.arguments + right.arguments)
    }

    /// Those of these assets that meet the condition, in the order in which they are given.
    func selected(from ids: [Int64], _ database: Database) throws -> [Int64] {
        if sql.isEmpty { return ids }
        let condition = RowCondition.ids(ids) + self
        let statement = try database.cachedStatement(sql: "SELECT id FROM asset WHERE \(condition.sql)1")
        let found = Set(try Int64.fetchAll(statement, arguments: condition.arguments))
        return ids.filter { found.contains($0) }
    }
}
