import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Parts of objects", .timeLimit(.minutes(1)))
struct PieceTests {
    private func store(_ answer: FixedAnswer) throws -> ObjectStore {
        ObjectStore(
            try ObjectStoreSettings(library: [
                "endpoint": "http://127.0.0.1:\(answer.port)", "bucket": "club", "access-key": "a", "secret-key": "b",
                "insecure": "yes",
            ]))
    }

    /// Four bytes from the third on.
    private func piece(
        _ answer: FixedAnswer, offset: Int64 = 2, entityTag: String? = nil
    ) throws -> ObjectStore.Piece? {
        try store(answer).piece(of: "in/a b.jpg", offset: offset, count: 4, entityTag: entityTag, .never)
    }

    private func status(_ answer: FixedAnswer, offset: Int64 = 2, entityTag: String? = nil) -> PhotoStatus? {
        do {
            _ = try piece(answer, offset: offset, entityTag: entityTag)
            return nil
        } catch {
            return (error as? PhotoError)?.status
        }
    }

    @Test("A part of the object with an entity tag is asked for, and comes with the size of the whole")
    func asked() throws {
        let answer = try FixedAnswer(
            "206 Partial Content\r\nETag: \"e\"\r\nContent-Range: bytes 2-5/10", body: "cdef")
        let piece = try piece(answer, entityTag: "\"e\"")
        #expect(piece?.bytes == Array("cdef".utf8) && piece?.byteSize == 10 && piece?.entityTag == "\"e\"")
        #expect(answer.lines == ["GET /club/in/a%20b.jpg"])
        let headers = answer.requests[0].headers
        #expect(headers.contains("Range: bytes=2-5") && headers.contains("If-Match: \"e\""))
    }

    @Test("Any version is taken where none is said")
    func anyVersion() throws {
        let answer = try FixedAnswer("206 Partial Content\r\nContent-Range: bytes 2-5/10", body: "cdef")
        let piece = try piece(answer)
        #expect(piece?.byteSize == 10 && piece?.entityTag.isEmpty == true)
        #expect(!answer.requests[0].headers.contains { $0.hasPrefix("If-Match") })
    }

    @Test("An object that was replaced is not given out, whether the S3 compares the tag or only says it")
    func replaced() throws {
        let compared = try FixedAnswer("412 Precondition Failed", body: "")
        #expect(status(compared, entityTag: "\"e\"") == .changed)
        for tag in ["ETag: \"f\"", "X-Other: 1"] {
            let said = try FixedAnswer(
                "206 Partial Content\r\n\(tag)\r\nContent-Range: bytes 2-5/10", body: "cdef")
            #expect(status(said, entityTag: "\"e\"") == .changed, "\(tag)")
        }
    }

    @Test("An object that does not exist is none, and one in a bucket that does not exist is an error")
    func missing() throws {
        let object = try FixedAnswer("404 Not Found", body: "<Error><Code>NoSuchKey</Code></Error>")
        let piece = try piece(object)
        #expect(piece?.bytes == nil)
        let bucket = try FixedAnswer("404 Not Found", body: "<Error><Code>NoSuchBucket</Code></Error>")
        #expect(status(bucket) == .notFound)
    }

    @Test("An empty object has no part, and one that is shorter than the part's beginning has changed")
    func unsatisfiable() throws {
        let answer = try FixedAnswer("416 Range Not Satisfiable\r\nETag: \"e\"", body: "")
        let piece = try piece(answer, offset: 0)
        #expect(piece?.bytes == [] && piece?.byteSize == 0 && piece?.entityTag == "\"e\"")
        #expect(status(answer, offset: 1) == .changed)
    }

    @Test("The size is that of a whole answer, or where the object ends, and without either it is no S3")
    func sizes() throws {
        let whole = try FixedAnswer("200 OK", body: "abcdefghij")
        let first = try piece(whole)
        #expect(first?.bytes == Array("cdef".utf8) && first?.byteSize == 10)
        let ended = try FixedAnswer("206 Partial Content", body: "cd")
        let last = try piece(ended)
        #expect(last?.bytes == Array("cd".utf8) && last?.byteSize == 4)
        let unknown = try FixedAnswer("206 Partial Content", body: "cdef")
        #expect(status(unknown) == .unsupported)
    }

    @Test("A part of an object of another size than its row says is not given out")
    func lengths() throws {
        let answers: [(String, Int64)] = [
            ("206 Partial Content\r\nContent-Range: bytes 2-5/10", 10), ("200 OK", 6),
        ]
        for (answer, size) in answers {
            let answer = try FixedAnswer(answer, body: size == 10 ? "cdef" : "abcdef")
            let store = try store(answer)
            #expect(
                try store.part(of: "original/x", length: size, offset: 2, count: 4, .never) == Array("cdef".utf8))
            let error = #expect(throws: PhotoError.self) {
                try store.part(of: "original/x", length: size + 1, offset: 2, count: 4, .never)
            }
            #expect(error?.status == .changed)
            #expect(error?.message.contains("has \(size) bytes, not \(size + 1)") == true)
            withExtendedLifetime(answer) {}
        }
    }

    @Test("The size of an object is what the answer to a request for its first byte says of the whole")
    func size() throws {
        let part = try FixedAnswer("206 Partial Content\r\nContent-Range: bytes 0-0/12", body: "a")
        #expect(try store(part).size(of: "original/x", .never) == 12)
        #expect(part.requests[0].headers.contains("Range: bytes=0-0"))
        let whole = try FixedAnswer("200 OK", body: "abc")
        #expect(try store(whole).size(of: "original/x", .never) == 3)
        withExtendedLifetime((part, whole)) {}
    }

    @Test("A pause is as long as the S3 says, from none to an hour")
    func pauses() throws {
        let pauses: [(said: String, expected: Duration?)] = [
            ("7", .seconds(7)), ("99999", .seconds(3600)), ("-5", .zero), ("soon", nil),
        ]
        for (said, expected) in pauses {
            let answer = try FixedAnswer("503 Service Unavailable\r\nRetry-After: \(said)", body: "")
            let store = try store(answer)
            let error = #expect(throws: PhotoError.self) { try store.object("original/x", limit: 9, .never) }
            #expect(error?.status == .busy && error?.retryAfter == expected, "\(said)")
            withExtendedLifetime(answer) {}
        }
    }

    @Test("A bucket in another region is said with the name of that, if it is one")
    func regions() throws {
        func message(_ fields: String, _ region: String) throws -> String? {
            let answer = try FixedAnswer(
                "400 Bad Request\(fields)",
                body: "<Error><Code>AuthorizationHeaderMalformed</Code><Region>\(region)</Region></Error>")
            let store = try store(answer)
            let error = #expect(throws: PhotoError.self) { try store.object("original/x", limit: 1 << 16, .never) }
            #expect(error?.status == .unsupported)
            withExtendedLifetime(answer) {}
            return error?.message
        }
        #expect(try message("", "eu-west-1")?.contains("in the region eu-west-1;") == true)
        #expect(
            try message("\r\nx-amz-bucket-region: eu-north-1", "eu-west-1")?.contains("region eu-north-1;") == true)
        for region in ["", "eu west", String(repeating: "x", count: 65)] {
            #expect(try message("", region)?.contains("in another region;") == true, "\(region)")
        }
    }
}
