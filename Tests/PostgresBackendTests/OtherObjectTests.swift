import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Objects that another program wrote", .timeLimit(.minutes(1)))
struct OtherObjectTests {
    private func store(_ answer: FixedAnswer) throws -> ObjectStore {
        ObjectStore(
            try ObjectStoreSettings(library: [
                "endpoint": "http://127.0.0.1:\(answer.port)", "bucket": "club", "access-key": "a", "secret-key": "b",
                "insecure": "yes",
            ]))
    }

    @Test("One that was emptied is found as one of no bytes, so that it is written again")
    func emptied() throws {
        let answer = try FixedAnswer(
            "416 Requested Range Not Satisfiable", body: "<Error><Code>InvalidRange</Code></Error>")
        #expect(try store(answer).size(of: "original/x", .never) == 0)
        withExtendedLifetime(answer) {}
    }

    @Test("A store without room says so, and not that the access key may not do that")
    func full() throws {
        let cases: [(status: String, code: String, expected: PhotoStatus)] = [
            ("403 Forbidden", "QuotaExceeded", .quota), ("507 Insufficient Storage", "XMinioStorageFull", .noSpace),
            ("403 Forbidden", "AccessDenied", .accessDenied),
        ]
        for each in cases {
            let answer = try FixedAnswer(each.status, body: "<Error><Code>\(each.code)</Code></Error>")
            let store = try store(answer)
            #expect {
                try store.put("original/x", [1], contentType: "application/octet-stream", .never)
            } throws: { error in
                (error as? PhotoError)?.status == each.expected
            }
            withExtendedLifetime(answer) {}
        }
    }

    @Test("One of another length than its row says is not given out, and is named")
    func length() throws {
        let answer = try FixedAnswer("200 OK", body: "four")
        let store = try store(answer)
        #expect(try store.object("rendition/x/0", length: 4, limit: 1 << 16, .never) == Array("four".utf8))
        #expect {
            try store.object("rendition/x/0", length: 5, limit: 1 << 16, .never)
        } throws: { error in
            (error as? PhotoError)?.message.contains("the object rendition/x/0 has 4 bytes, not 5") == true
        }
        withExtendedLifetime(answer) {}
    }
}
