import Cryptography
import PhotoModel
import Testing

@testable import PostgresServing

@Suite("Uploads in parts to an S3 that answers as it likes", .timeLimit(.minutes(1)))
struct UploadTests {
    private static let content = Array("abcdefghijk".utf8)
    private static let begun = (status: "200 OK", body: "<UploadId>u&amp;/1</UploadId>")
    private static let taken = (status: "200 OK\r\nETag: \"e\"", body: "")
    private static let begin = "POST /club/original/x?uploads="
    private static let abort = "DELETE /club/original/x?uploadId=u%26%2F1"
    private static let complete = "POST /club/original/x?uploadId=u%26%2F1"

    private static func part(_ number: Int) -> String {
        "PUT /club/original/x?partNumber=\(number)&uploadId=u%26%2F1"
    }

    private static func error(_ status: String, _ code: String) -> (status: String, body: String) {
        (status, "<Error><Code>\(code)</Code></Error>")
    }

    /// Sends eleven bytes in parts of four.
    private func upload(
        to answer: FixedAnswer, hash: [UInt8]? = nil,
        read: @escaping (Int64, Int) throws(PhotoError) -> [UInt8] = { (offset, count) throws(PhotoError) in
            Array(Self.content[Int(offset)...].prefix(count))
        }
    ) throws -> PhotoError? {
        let store = ObjectStore(
            try ObjectStoreSettings(library: [
                "endpoint": "http://127.0.0.1:\(answer.port)", "bucket": "club", "access-key": "a", "secret-key": "b",
                "insecure": "yes",
            ]))
        do throws(PhotoError) {
            try store.putInParts(
                "original/x", hash: hash ?? SHA256Digest(of: Self.content).bytes, length: 11, partLength: 4,
                contentType: "image/jpeg", .never, read: read)
            return nil
        } catch {
            return error
        }
    }

    @Test("All parts have one length but the last, and the S3 is told in the end what it said of each")
    func parts() throws {
        let answer = try FixedAnswer([
            Self.begun, ("200 OK\r\nETag: \"a&<\"", ""), ("200 OK\r\nETag: \"b\"", ""), ("200 OK\r\nETag: \"c\"", ""),
            ("200 OK", "<CompleteMultipartUploadResult/>"),
        ])
        #expect(try upload(to: answer) == nil)
        #expect(answer.lines == [Self.begin, Self.part(1), Self.part(2), Self.part(3), Self.complete])
        let requests = answer.requests
        #expect(requests.map(\.body).prefix(4) == ["", "abcd", "efgh", "ijk"])
        #expect(
            requests.last?.body == "<CompleteMultipartUpload>"
                + "<Part><PartNumber>1</PartNumber><ETag>\"a&amp;&lt;\"</ETag></Part>"
                + "<Part><PartNumber>2</PartNumber><ETag>\"b\"</ETag></Part>"
                + "<Part><PartNumber>3</PartNumber><ETag>\"c\"</ETag></Part></CompleteMultipartUpload>")
        #expect(requests[0].headers.contains("Content-Type: image/jpeg"))
        let hashes = requests.map { SHA256Digest(of: Array($0.body.utf8)).hexadecimal }
        for (request, hash) in zip(requests, hashes) {
            #expect(request.headers.contains("X-Amz-Content-Sha256: \(hash)"), "\(request.line)")
        }
    }

    @Test("An S3 that begins no upload is asked for nothing else", arguments: ["", "<UploadId></UploadId>"])
    func notBegun(body: String) throws {
        let answer = try FixedAnswer("200 OK", body: body)
        #expect(try upload(to: answer)?.status == .unsupported)
        #expect(answer.lines == [Self.begin])
    }

    private static let refusals: [(answer: (status: String, body: String), status: PhotoStatus)] = [
        (error("403 Forbidden", "AccessDenied"), .accessDenied), (error("400 Bad Request", "BadDigest"), .changed),
        (error("403 Forbidden", "QuotaExceeded"), .quota), (("200 OK", ""), .unsupported),
    ]

    @Test("A part that is refused for good is sent once, and the upload is taken back", arguments: refusals)
    func refused(answer: (status: String, body: String), status: PhotoStatus) throws {
        let answers = try FixedAnswer([Self.begun, Self.taken, answer, ("204 No Content", "")])
        #expect(try upload(to: answers)?.status == status)
        #expect(answers.lines == [Self.begin, Self.part(1), Self.part(2), Self.abort])
    }

    @Test("What is not what was hashed, or ends too early, is never completed")
    func changed() throws {
        let other = try FixedAnswer([Self.begun, Self.taken])
        #expect(try upload(to: other, hash: [UInt8](repeating: 7, count: 32))?.status == .changed)
        #expect(other.lines == [Self.begin, Self.part(1), Self.part(2), Self.part(3), Self.abort])
        let short = try FixedAnswer([Self.begun, Self.taken])
        let error = try upload(to: short) { (offset, count) throws(PhotoError) in
            Array(Self.content.prefix(9).dropFirst(Int(offset)).prefix(count))
        }
        #expect(error?.status == .changed)
        #expect(short.lines == [Self.begin, Self.part(1), Self.part(2), Self.abort])
    }

    @Test("An upload whose completion is answered with an error after the status is taken back")
    func notCompleted() throws {
        let answer = try FixedAnswer([
            Self.begun, Self.taken, Self.taken, Self.taken, Self.error("200 OK", "InternalError"),
            ("204 No Content", ""),
        ])
        let error = try upload(to: answer)
        #expect(error?.status == .busy && error?.message.contains("InternalError") == true)
        #expect(Array(answer.lines.suffix(2)) == [Self.complete, Self.abort])
    }
}
