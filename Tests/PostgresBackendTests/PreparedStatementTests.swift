import Testing

@testable import PostgresClient

@Suite("What a connection has the server keep")
struct PreparedStatementTests {
    private static let question = SQL("SELECT change FROM picker.library")

    @Test("A question is prepared when it is asked for the second time, and has its name then")
    func second() {
        var statements = PreparedStatements()
        #expect(statements.step(Self.question, now: 0) == .plain)
        #expect(statements.step(Self.question, now: 1) == .prepare(name: "picker_1", old: nil))
        // It could not be prepared.
        #expect(statements.step(Self.question, now: 2) == .prepare(name: "picker_2", old: nil))
        statements.keep(Self.question, as: "picker_2", now: 2)
        #expect(statements.step(Self.question, now: 3) == .prepared(name: "picker_2"))
        #expect(statements.step(SQL("SELECT 1"), now: 4) == .plain)
    }

    @Test("After a minute it is planned again, by another name, and the old one is given up")
    func age() {
        var statements = PreparedStatements()
        for now: UInt64 in 0..<2 { _ = statements.step(Self.question, now: now) }
        statements.keep(Self.question, as: "picker_1", now: 10)
        let end = 10 + PreparedStatements.mostAge
        #expect(statements.step(Self.question, now: end - 1) == .prepared(name: "picker_1"))
        guard case .prepare(let name, old: "picker_1") = statements.step(Self.question, now: end) else {
            Issue.record("it is still believed")
            return
        }
        #expect(name != "picker_1")
        statements.keep(Self.question, as: name, now: end)
        #expect(statements.step(Self.question, now: end + 1) == .prepared(name: name))
    }

    @Test("A question that could not be planned again has no old statement to give up when it is asked the next time")
    func givenUp() {
        var statements = PreparedStatements()
        _ = statements.step(Self.question, now: 0)
        _ = statements.step(Self.question, now: 0)
        statements.keep(Self.question, as: "picker_1", now: 0)
        let end = PreparedStatements.mostAge
        #expect(statements.step(Self.question, now: end) == .prepare(name: "picker_2", old: "picker_1"))
        // The old one was given up, and then the server refused the new one.
        #expect(statements.step(Self.question, now: end) == .prepare(name: "picker_3", old: nil))
    }

    @Test(
        "What has values, and what is no question, is sent as it is",
        arguments: [
            SQL("SELECT 1 WHERE ?", .flag(true)), SQL("BEGIN"), SQL("DELETE FROM picker.job"), SQL("LISTEN picker"),
        ])
    func plain(statement: SQL) {
        var statements = PreparedStatements()
        for now in 0..<4 { #expect(statements.step(statement, now: UInt64(now)) == .plain) }
    }

    @Test("No more than some are kept, and as many texts are counted")
    func bounded() throws {
        var statements = PreparedStatements()
        for number in 0..<(10 * PreparedStatements.most) {
            let question = SQL("SELECT ") + SQL(try #require(SQLName("column_\(number)")))
            _ = statements.step(question, now: 0)
            if case .prepare(let name, _) = statements.step(question, now: 0) {
                statements.keep(question, as: name, now: 0)
            }
        }
        let kept = try (0..<(10 * PreparedStatements.most)).count { number in
            let question = SQL("SELECT ") + SQL(try #require(SQLName("column_\(number)")))
            if case .prepared = statements.step(question, now: 1) { return true }
            return false
        }
        #expect(kept == PreparedStatements.most)
    }

    @Test("The server's own words say that a statement is gone, or has other columns now")
    func gone() {
        #expect(PreparedStatements.isGone("26000") && PreparedStatements.isGone("0A000"))
        #expect(
            !PreparedStatements.isGone("42P01") && !PreparedStatements.isGone("57014") && !PreparedStatements.isGone("")
        )
    }
}
