import HTTPTypes
import Hummingbird
import Testing

@testable import PickerServer

@Suite("A download, or a part of it")
struct RangedAnswerTests {
    private func answer(
        _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get, filename: String = "a.jpg"
    ) -> Response {
        let content = MediaContent([1, 2, 3, 4, 5, 6], filename: filename, mimeType: "image/jpeg")
        let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/", headerFields: fields)
        return RangedAnswer(content: content, tag: "\"t\"", caching: "private").response(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }

    @Test("has the fields by which a program can go on with it later")
    func whole() {
        let whole = answer()
        #expect(whole.status == .ok && whole.body.contentLength == 6)
        #expect(whole.headers[.contentType] == "image/jpeg" && whole.headers[.acceptRanges] == "bytes")
        #expect(whole.headers[.eTag] == "\"t\"" && whole.headers[.cacheControl] == "private")
        #expect(whole.headers[.contentRange] == nil)
    }

    @Test("is the part that was asked for, or says that there is none")
    func parts() {
        let part = answer([.range: "bytes=2-3"])
        #expect(part.status == .partialContent && part.body.contentLength == 2)
        #expect(part.headers[.contentRange] == "bytes 2-3/6" && part.headers[.eTag] == "\"t\"")
        let last = answer([.range: "bytes=-1"])
        #expect(last.status == .partialContent && last.headers[.contentRange] == "bytes 5-5/6")
        let none = answer([.range: "bytes=6-"])
        #expect(none.status == .rangeNotSatisfiable && none.headers[.contentRange] == "bytes */6")
        #expect(none.body.contentLength == 0)
        let head = answer([.range: "bytes=2-3"], method: .head)
        #expect(head.status == .ok && head.headers[.contentRange] == nil)
    }

    @Test("is a part only for programs that have the beginning of this very content", arguments: ["\"t\"", " \"t\" "])
    func same(condition: String) {
        #expect(answer([.range: "bytes=2-3", .ifRange: condition]).status == .partialContent)
    }

    @Test(
        "is the whole for programs that may have the beginning of another",
        arguments: ["\"u\"", "W/\"t\"", "t", "\"t\", \"u\"", "*", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func other(condition: String) {
        let answer = answer([.range: "bytes=2-3", .ifRange: condition])
        #expect(answer.status == .ok && answer.body.contentLength == 6)
    }

    @Test(
        "is saved under its name, in which no sign ends the field",
        arguments: [
            ("a-b_c.d~e 1.jpg", "a-b_c.d~e 1.jpg", "a-b_c.d~e%201.jpg"),
            ("\u{C6} \"x\".jpg", "__ _x_.jpg", "%C3%86%20%22x%22.jpg"),
            ("a;b\\c\r\nd%/e", "a_b_c__d__e", "a%3Bb%5Cc%0D%0Ad%25%2Fe"),
        ])
    func names(filename: String, plain: String, encoded: String) {
        let disposition = answer(filename: filename).headers[.contentDisposition]
        #expect(disposition == "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)")
    }
}
