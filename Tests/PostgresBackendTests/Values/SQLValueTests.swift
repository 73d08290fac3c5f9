import Testing

@testable import PostgresClient

@Suite("Values as PostgreSQL sends and takes them")
struct SQLValueTests {
    private static let sent: [(value: SQLValue, type: UInt32, text: String)] = [
        (.integer(-5), 20, "-5"), (.integer(.min), 20, "-9223372036854775808"), (.real(0.1), 701, "0.1"),
        (.flag(true), 16, "t"), (.flag(false), 16, "f"), (.text("a\0b"), 25, "a\u{FFFD}b"), (.text(""), 25, ""),
        (.texts([]), 1009, "{}"),
    ]

    @Test("Numbers, flags and texts are sent as text with a NUL at its end", arguments: sent)
    func texts(value: SQLValue, type: UInt32, text: String) {
        #expect(value.type == type && !value.isBinary)
        #expect(value.encoded == Array(text.utf8) + [0])
    }

    @Test("Bytes are sent as they are, and nothing is sent for NULL, which keeps its type")
    func bytes() {
        let bytes = SQLValue.bytes([0, 1, 0])
        #expect(bytes.encoded == [0, 1, 0] && bytes.isBinary && bytes.type == 17)
        #expect(SQLValue.bytes([]).encoded == [])
        let null = SQLValue.null(701)
        #expect(null.encoded == nil && !null.isBinary && null.type == 701)
    }

    @Test("What is missing, and a number that none is, is NULL of the type that it would have")
    func missing() {
        #expect(SQLValue.of(Int64?.none) == .null(20) && SQLValue.of(Int64?(3)) == .integer(3))
        #expect(SQLValue.of(Double?.none) == .null(701) && SQLValue.of(Double?(0.5)) == .real(0.5))
        #expect(SQLValue.of(Double?(.nan)) == .null(701) && SQLValue.of(Double?(.infinity)) == .null(701))
        #expect(SQLValue.of(String?.none) == .null(25) && SQLValue.of(String?("")) == .text(""))
        #expect(SQLValue.of([UInt8]?.none) == .null(17) && SQLValue.of([UInt8]?([])) == .bytes([]))
    }

    private func read(_ type: UInt32, _ bytes: [UInt8]) -> SQLValue {
        bytes.withUnsafeBufferPointer { SQLValue(type: type, bytes: $0) }
    }

    @Test("What the server sent is read by the type of its column")
    func received() {
        #expect(read(16, [1]) == .flag(true) && read(16, [0]) == .flag(false))
        #expect(read(17, [0, 255]) == .bytes([0, 255]))
        #expect(read(20, [0, 0, 0, 0, 0, 0, 1, 0]) == .integer(256))
        #expect(read(21, [0xFF, 0xFE]) == .integer(-2) && read(23, [0, 0, 1, 0]) == .integer(256))
        #expect(read(701, [0x3F, 0xE0, 0, 0, 0, 0, 0, 0]) == .real(0.5))
        #expect(read(25, Array("é".utf8)) == .text("é") && read(1043, Array("v".utf8)) == .text("v"))
        #expect(read(20, [1, 2, 3]) == .integer(0) && read(701, [1]) == .real(0))
        #expect(SQLValue(type: 20, bytes: nil) == .null(20))
    }

    @Test("A name in a statement has lower-case letters, digits and underscores after a letter, 63 at most")
    func names() {
        for text in ["a", "picker_2", String(repeating: "a", count: 63)] {
            #expect(SQLName(text).map { SQL($0).text } == "\"\(text)\"")
        }
        for text in ["", "A", "aB", "1a", "_a", "a-b", "a b", "a\"b", "é", "aé", String(repeating: "a", count: 64)] {
            let isName = SQLName(text) != nil
            #expect(!isName, "\(text)")
        }
    }

    @Test("Statements are joined with their values in order, and words are replaced one after the other")
    func statements() {
        let all = [SQL("a = ?", .integer(1)), SQL("b"), SQL("c = ?", .text("x"))].joined(" AND ")
        #expect(all.numbered == "a = $1 AND b AND c = $2" && all.values == [.integer(1), .text("x")])
        #expect([SQL]().joined(", ").text.isEmpty)
        let replaced = SQL("a bigint, b bigint = ?", .integer(1)).replacing([("bigint", "INTEGER"), ("INTEGER", "INT")])
        #expect(replaced.text == "a INT, b INT = ?" && replaced.values == [.integer(1)])
    }

    @Test("Tables are understood by the programs that their last migration allows, and by all newer ones")
    func readers() {
        let steps = ([1, 2] as [Int64]).map { SchemaMigrations.Step(oldestReader: $0, []) }
        let migrations = SchemaMigrations(schema: SQLName(literal: "picker"), lock: 1, steps)
        for (reader, isUnderstood) in [(0, true), (1, true), (2, true), (3, false)] as [(Int64, Bool)] {
            let state = SchemaMigrations.State(number: 9, oldestReader: reader)
            #expect(migrations.understands(state) == isUnderstood, "\(reader)")
        }
    }
}
