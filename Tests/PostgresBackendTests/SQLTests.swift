import Testing

@testable import PostgresClient

@Suite("Statements and the values beside them")
struct SQLTests {
    @Test("Places are numbered, and values come in their order")
    func numbers() {
        let statement = SQL("SELECT ? ", .integer(1)) + SQL("WHERE a = ? AND b = ?", .text("x'"), .null(25))
        #expect(statement.numbered == "SELECT $1 WHERE a = $2 AND b = $3")
        #expect(statement.values == [.integer(1), .text("x'"), .null(25)])
    }

    @Test("Elements of an array are one each, whatever is in them")
    func arrays() {
        let encoded = SQLValue.texts(["a", "b\"c", "d\\e", "", "{x,y}", "NULL", "f\0g"]).encoded ?? []
        #expect(
            String(decoding: encoded, as: UTF8.self)
                == #"{"a","b\"c","d\\e","","{x,y}","NULL","f"# + "\u{FFFD}" + #"g"}"# + "\0")
    }
}
