import PhotoModel
import PostgresClient
import Testing

@testable import SessionStorage

@Suite("A row of a store")
struct StoreRowTests {
    private func row(_ columns: [String], _ values: [SQLValue]) throws -> StoreRow {
        try #require(StoreRow.rows(columns, [values]).first)
    }

    @Test("has values of the types that are written, and numbers are also flags")
    func values() throws {
        let row = try row(
            ["number", "flag", "no", "text", "bytes", "nothing"],
            [.integer(7), .flag(true), .integer(0), .text("x"), .bytes([1, 2]), .null(25)])
        let (number, long): (Int, Int64) = try (row["number"], row["number"])
        #expect(number == 7 && long == 7)
        let (flag, no, one): (Bool, Bool, Int) = try (row["flag"], row["no"], row["flag"])
        #expect(flag && !no && one == 1)
        let (text, bytes): (String, [UInt8]) = try (row["text"], row["bytes"])
        #expect(text == "x" && bytes == [1, 2])
        let (nothing, something): (String?, Int?) = try (row["nothing"], row["number"])
        #expect(nothing == nil && something == 7)
        #expect(row.columns.map(\.name) == ["number", "flag", "no", "text", "bytes", "nothing"])
    }

    @Test("gives nothing else for what is missing or of another type")
    func refused() throws {
        let row = try row(["number", "text", "nothing"], [.integer(7), .text("x"), .null(25)])
        #expect(throws: SessionStoreError.self) { let _: Int = try row["missing"] }
        #expect(throws: SessionStoreError.self) { let _: Int? = try row["missing"] }
        #expect(throws: SessionStoreError.self) { let _: Int = try row["nothing"] }
        #expect(throws: SessionStoreError.self) { let _: Int = try row["text"] }
        #expect(throws: SessionStoreError.self) { let _: Int? = try row["text"] }
        #expect(throws: SessionStoreError.self) { let _: String = try row["number"] }
        #expect(throws: SessionStoreError.self) { let _: [UInt8] = try row["text"] }
        let error = #expect(throws: SessionStoreError.self) { let _: Bool = try row["text"] }
        #expect(error?.description.contains("its column text") == true)
    }

    @Test("has its first value by itself, and the first of two columns of one name")
    func first() throws {
        let value: Int = try row(["n"], [.integer(3)]).first()
        #expect(value == 3)
        let empty = try row([], [])
        #expect(throws: SessionStoreError.self) { let _: Int = try empty.first() }
        let same: Int = try row(["id", "id"], [.integer(1), .integer(2)])["id"]
        #expect(same == 1)
    }
}

@Suite("Errors of a store")
struct SessionStoreErrorTests {
    @Test("are reported with the status that says what helps, in one line that says what to do")
    func statuses() {
        let cases: [(SessionStoreError, PhotoStatus, words: String)] = [
            (.nameTaken("notes"), .alreadyExists, "notes"), (.tooManySessions(7), .rateLimited, "7"),
            (.tooManyPreselected(6), .rateLimited, "6"),
            (.tooManyGrants(8), .quota, "8"), (.unknownClient, .notFound, "picker clients list"),
            (.notEmpty("/s"), .alreadyExists, "--copy"), (.diskFull(file: "/s"), .noSpace, "/s"),
            (.notWritable(file: "/s"), .accessDenied, "/s"), (.damaged(file: "/s"), .io, "/s-wal"),
            (.unusable(file: "/s", reason: "is a song"), .io, "/s is a song"), (.busy(file: "/s"), .busy, "/s"),
            (.server(PhotoError(.offline, "it is away")), .offline, "it is away"),
            (.database(CancellationError(), file: "/s"), .io, "/s cannot be used"),
        ]
        for (error, status, words) in cases {
            let reported = PhotoError(error)
            #expect(reported.status == status && reported.message == error.description)
            #expect(reported.message.contains(words) && !reported.message.contains("\n"), "\(reported.message)")
        }
    }
}
