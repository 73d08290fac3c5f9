import PhotoModel
import Testing

@testable import HTTPClient

/// An answer whose length is said.
private func answer(_ body: String = "", status: String = "200 OK", _ fields: String = "") -> String {
    "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}

@Suite("One request and its answer", .timeLimit(.minutes(1)))
struct TransferTests {
    private let client = HTTPClient(.init(connections: 2, userAgent: "Test"))

    private func request(_ server: ScriptedServer, _ target: String = "/a", limit: Int = 100) throws -> HTTPRequest {
        HTTPRequest("GET", try #require(HTTPAddress("http://127.0.0.1:\(server.port)\(target)")), limit: limit)
    }

    private func text(_ request: HTTPRequest) throws -> String {
        String(decoding: try client.send(request, .never).bytes, as: UTF8.self)
    }

    private func failure(of request: HTTPRequest, _ cancellation: Cancellation = .never) -> HTTPError? {
        do throws(HTTPError) {
            _ = try client.send(request, cancellation)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "An answer may have as many bytes as the request allows, and not one more, whether its length is said or not",
        arguments: [
            answer("hello"), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n",
        ])
    func limits(answer: String) throws {
        let server = try ScriptedServer { _, _ in answer }
        #expect(try text(request(server, limit: 5)) == "hello")
        for limit in [4, 0] {
            let error = try failure(of: request(server, limit: limit))
            guard case .tooLarge? = error else {
                Issue.record("\(limit): \(String(describing: error))")
                continue
            }
            var beginning = try request(server, limit: limit)
            beginning.isBeginningEnough = true
            let response = try client.send(beginning, .never)
            #expect(response.status == 200 && response.bytes.count <= limit)
        }
    }

    @Test("A head has at most 64 KiB, and that of the last answer counts")
    func heads() throws {
        let large = try ScriptedServer { request, _ in
            let count = request.hasPrefix("GET /large") ? 70_000 : 60_000
            return answer("", "X: \(String(repeating: "a", count: count))\r\n")
        }
        #expect(try client.send(request(large), .never).header("x")?.count == 60_000)
        let error = try failure(of: request(large, "/large"))
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
        let continuing = try ScriptedServer { _, _ in
            "HTTP/1.1 100 Continue\r\nFirst: 1\r\n\r\n" + answer("hi", "Second: 2\r\n")
        }
        let response = try client.send(request(continuing), .never)
        #expect(response.status == 200 && response.bytes == Array("hi".utf8))
        #expect(response.header("first") == nil && response.header("second") == "2")
    }

    @Test("What was cut off is said with what came of it")
    func cutOff() throws {
        let server = try ScriptedServer { _, _ in "HTTP/1.1 203 Other\r\nContent-Length: 9\r\n\r\nhello" }
        let error = try failure(of: request(server))
        guard case .cutOff(let status, let bytes)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(status == 203 && bytes == Array("hello".utf8) && server.requests.count == 1)
    }

    @Test("A request that only reads is sent once more if nothing came at all, and no other one is")
    func repetition() throws {
        let late = try ScriptedServer { _, number in number == 0 ? "" : answer("hello") }
        #expect(try text(request(late)) == "hello" && late.targets == ["GET /a", "GET /a"])
        let silent = try ScriptedServer { _, _ in "" }
        var writing = try request(silent)
        writing.method = "POST"
        writing.body = .bytes([1])
        for (request, count) in [(try request(silent), 2), (writing, 3)] {
            let error = failure(of: request)
            if case .cutOff(status: 0, bytes: _)? = error {} else { Issue.record("\(String(describing: error))") }
            #expect(silent.requests.count == count)
        }
    }

    @Test("Three redirects are followed, and not a fourth one", arguments: [3, 4])
    func redirects(count: Int) throws {
        let server = try ScriptedServer { _, number in
            number < count ? answer("", status: "302 Found", "Location: next\(number)\r\n") : answer("hello")
        }
        let request = try request(server, "/a/b?c")
        if count == 3 {
            let response = try client.send(request, .never)
            #expect(response.bytes == Array("hello".utf8) && response.address.target == "/a/next2")
        } else {
            let error = failure(of: request)
            if case .redirectedInCircles? = error {} else { Issue.record("\(String(describing: error))") }
        }
        #expect(server.targets == ["GET /a/b?c", "GET /a/next0", "GET /a/next1", "GET /a/next2"])
    }

    @Test("Nothing is sent to another origin, nothing is written twice, and other statuses are answers")
    func otherRedirects() throws {
        let server = try ScriptedServer { request, _ in
            if request.hasPrefix("GET /away") {
                return answer("", status: "307 Away", "Location: http://127.0.0.1:1/\r\n")
            }
            if request.hasPrefix("GET /bare") { return answer("why", status: "302 Found") }
            return answer("", status: request.hasPrefix("POST") ? "303 See" : "300 Many", "Location: /next\r\n")
        }
        let away = try failure(of: request(server, "/away"))
        if case .redirected(let origin)? = away {
            #expect(origin.text == "http://127.0.0.1:1")
        } else {
            Issue.record("\(String(describing: away))")
        }
        var writing = try request(server, "/post")
        writing.method = "POST"
        let circles = failure(of: writing)
        if case .redirectedInCircles? = circles {} else { Issue.record("\(String(describing: circles))") }
        #expect(try client.send(request(server, "/bare"), .never).status == 302)
        #expect(try client.send(request(server, "/many"), .never).status == 300)
        #expect(server.targets == ["GET /away", "POST /post", "GET /bare", "GET /many"])
    }

    @Test("A field stays on its line, whatever its value is, and a body has its length")
    func fields() throws {
        let server = try ScriptedServer { _, _ in answer("hello") }
        var request = try request(server)
        request.method = "POST"
        request.headers = [("Name", "a\r\nEvil: b"), ("Other", "\u{E9}")]
        request.body = .bytes(Array("hi".utf8))
        _ = try client.send(request, .never)
        request.body = .bytes([])
        _ = try client.send(request, .never)
        let lines = server.requests.map { $0.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init) }
        for line in ["Name: a  Evil: b", "Other: \u{E9}", "User-Agent: Test"] {
            #expect(lines.allSatisfy { $0.contains(line) }, "\(line)")
        }
        #expect(!lines.joined().contains { $0.hasPrefix("Evil") || $0.lowercased().hasPrefix("expect") })
        #expect(lines.first?.contains("Content-Length: 2") == true && lines.first?.last == "hi")
        #expect(lines.last?.contains("Content-Length: 0") == true && lines.last?.last?.isEmpty == true)
    }

    @Test("A body that is read while it is sent arrives whole, and why it cannot be read is said")
    func streams() throws {
        let server = try ScriptedServer { _, _ in answer("hello") }
        var pieces = ["he", "l", "lo"].map { Array($0.utf8) }
        var writing = try request(server)
        writing.method = "PUT"
        writing.body = .stream(
            length: 5, next: { () throws(PhotoError) -> [UInt8]? in pieces.isEmpty ? nil : pieces.removeFirst() })
        #expect(try text(writing) == "hello")
        #expect(server.requests.first?.hasSuffix("\r\n\r\nhello") == true && server.targets == ["PUT /a"])
        writing.body = .stream(
            length: 5, next: { () throws(PhotoError) -> [UInt8]? in throw PhotoError(.io, "the disk is gone") })
        let error = failure(of: writing)
        if case .source(let reason)? = error {
            #expect(reason == PhotoError(.io, "the disk is gone"))
        } else {
            Issue.record("\(String(describing: error))")
        }
    }

    @Test("A part is those bytes, whether the server knows parts or not, and why there is none is said at length")
    func parts() throws {
        let reason = String(repeating: "no ", count: 100)
        let server = try ScriptedServer { request, _ in
            if request.hasPrefix("GET /part") { return answer("cde", status: "206 Partial Content") }
            if request.hasPrefix("GET /none") { return answer(reason, status: "404 Not Found") }
            return answer(request.hasPrefix("GET /short") ? "a" : "abcdefghi")
        }
        func part(_ target: String) throws -> HTTPResponse {
            var request = try request(server, target, limit: 3)
            request.part = HTTPRequest.Part(offset: 2, count: 3)
            return try client.send(request, .never)
        }
        #expect(try part("/part").bytes == Array("cde".utf8))
        #expect(try part("/whole").bytes == Array("cde".utf8))
        #expect(try part("/short").bytes.isEmpty)
        let none = try part("/none")
        #expect(none.status == 404 && none.bytes == Array(reason.utf8))
        #expect(server.requests.allSatisfy { $0.contains("\r\nRange: bytes=2-4\r\n") })
    }

    @Test("What is no HTTP, out of reach, or not wanted any more is said, and the last two are not connected to")
    func refusals() throws {
        let server = try ScriptedServer { _, _ in "SSH-2.0-Test\r\n" }
        var away = try request(server)
        away.reach = .publicNetwork
        let unreached = failure(of: away)
        if case .notConnected(let reason)? = unreached {
            #expect(reason == "its address is not one that may be connected to")
        } else {
            Issue.record("\(String(describing: unreached))")
        }
        let ended = try failure(of: request(server), Cancellation { .closed })
        if case .ended(.closed)? = ended {} else { Issue.record("\(String(describing: ended))") }
        #expect(server.requests.isEmpty)
        away.reach = .publicAndPrivateNetworks
        let other = failure(of: away)
        if case .notHTTP? = other {} else { Issue.record("\(String(describing: other))") }
    }

    @Test("Several requests have their own answers, in their order, and one that fails takes no other with it")
    func several() throws {
        let server = try ScriptedServer { request, _ in
            let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            return target == "/2" ? "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut" : answer(target)
        }
        let requests = try (0..<6).map { try request(server, "/\($0)") }
        for urgency in [HTTPClient.Urgency.waitedFor, .inBackground(), .inBackground(atOnce: 4)] {
            let results = try client.send(requests, .never, urgency: urgency)
            let texts = results.map { try? String(decoding: $0.get().bytes, as: UTF8.self) }
            #expect(texts == ["/0", "/1", nil, "/3", "/4", "/5"])
        }
        #expect(try client.send([], .never).isEmpty)
    }
}
