import Foundation
import PhotoFixtures
import PickerServer
import PickingSessions
import TestSupport
import Testing

@Suite("Connections that hold a server up")
struct ConnectionTests {
    private func photos() throws -> FixtureFolder {
        let photos = try FixtureFolder()
        try photos.write("photo.jpg")
        return photos
    }

    @Test(
        "a connection that sends no request, or a head that never ends, is closed",
        arguments: ["", "GET / HTTP/1.1\r\nHo"])
    func noHead(text: String) async throws {
        let limits = ConnectionLimits(headTime: .milliseconds(200), idleTime: .seconds(600), bodyTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            #expect(try await server.stranger.send(raw: text) == "")
            #expect(try await server.owner.get("/picker/v1/session").status == 200)
        }
    }

    @Test("a connection that is kept after an answer is closed after a while")
    func idle() async throws {
        let limits = ConnectionLimits(
            headTime: .seconds(600), idleTime: .milliseconds(200), bodyTime: .seconds(600), lingerTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            let answer = try await server.stranger.send(raw: "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 404"))
            // Also one that was told that it is over, and holds on.
            let closing = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            #expect(try await server.stranger.send(raw: closing).hasPrefix("HTTP/1.1 404"))
        }
    }

    @Test("a body that does not come is not waited for")
    func missingBody() async throws {
        let limits = ConnectionLimits(headTime: .seconds(600), idleTime: .seconds(600), bodyTime: .milliseconds(200))
        try await TestServer.run(try photos(), purpose: .pick(.unrestricted), limits: limits) { server async throws in
            let head = server.owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let text = "POST /picker/v1/session/done HTTP/1.1\r\nHost: 127.0.0.1\r\n\(head)Content-Length: 100\r\n\r\n{"
            #expect(try await server.owner.send(raw: text) == "")
            #expect(try await server.json("session")["state"] as? String == "pending")
        }
    }

    /// Each is more than the system keeps between both sides; who sends all of it before reading needs one who reads.
    enum Endless: CaseIterable {
        case path, field, body

        var request: String {
            let much = String(repeating: "x", count: 12 << 20)
            return switch self {
            case .path: "GET /\(much) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            case .field: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: \(much)\r\n\r\n"
            case .body:
                "POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(much.utf8.count)\r\n\r\n"
                    + much
            }
        }
    }

    @Test(
        "a request that is refused before its end is read to its end, and its sender gets the refusal",
        arguments: Endless.allCases)
    func refused(endless: Endless) async throws {
        let limits = ConnectionLimits(
            headTime: .seconds(600), idleTime: .seconds(600), bodyTime: .seconds(600), lingerTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            #expect(try await server.stranger.send(raw: endless.request).hasPrefix("HTTP/1.1 4"))
        }
    }

    @Test("one that goes on sending after its refusal is closed")
    func sendsOn() async throws {
        let limits = ConnectionLimits(
            headTime: .seconds(600), idleTime: .seconds(600), bodyTime: .seconds(600), lingerTime: .milliseconds(200))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            let connection = try await server.stranger.connection()
            let head = "GET /\(String(repeating: "x", count: 1 << 20)) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            #expect(try await connection.answer(to: head).hasPrefix("HTTP/1.1 400"))
            #expect(try await connection.readToEnd() == "")
        }
    }

    @Test(
        "a client of HTTP/1.0 is told the end of an answer by that of the connection",
        arguments: ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"])
    func old(field: String) async throws {
        let limits = ConnectionLimits(headTime: .seconds(600), idleTime: .seconds(600), bodyTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            // This reads to the end of the connection.
            let head = "GET /nothing HTTP/1.0\r\nHost: 127.0.0.1\r\n\(field)\r\n"
            let answer = try await server.stranger.send(raw: head)
            #expect(answer.hasPrefix("HTTP/1.0 404"))
            #expect(answer.lowercased().contains("connection: close\r\n"))
        }
    }

    @Test(
        "a request that offers another protocol is answered as if it did not, and as the last one of its connection",
        arguments: [
            "GET /nothing HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMA\r\n",
            "POST /signin HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n",
            "CONNECT 127.0.0.1:443 HTTP/1.1\r\n",
        ])
    func offers(head: String) async throws {
        let limits = ConnectionLimits(headTime: .seconds(600), idleTime: .seconds(2), bodyTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            let body = head.contains("Content-Length") ? "{}" : ""
            let first = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            let answers = try await server.stranger.send(raw: first + head + "Host: 127.0.0.1\r\n\r\n" + body)
            let parts = answers.components(separatedBy: "HTTP/1.1 ").dropFirst()
            // A client that is not told sends its next request, which nothing would read.
            #expect(parts.map { $0.lowercased().contains("connection: close\r\n") } == [false, true], "\(answers)")
            #expect(parts.allSatisfy { $0.hasPrefix("4") })
        }
    }

    @Test("an offer that the Connection field does not name is the last request of its connection, too")
    func unnamedOffer() async throws {
        let limits = ConnectionLimits(headTime: .seconds(600), idleTime: .seconds(2), bodyTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            let (line, host) = ("GET /nothing HTTP/1.1\r\n", "Host: 127.0.0.1\r\n\r\n")
            let answers = try await server.stranger.send(raw: line + "Upgrade: h2c\r\n" + host + line + host)
            let parts = answers.components(separatedBy: "HTTP/1.1 ").dropFirst()
            #expect(parts.map { $0.lowercased().contains("connection: close\r\n") } == [true], "\(answers)")
        }
    }

    @Test("events for a client of HTTP/1.0 come without the framing that it does not know")
    func oldEvents() async throws {
        try await TestServer.run(try photos(), purpose: .pick(.unrestricted)) { server async throws in
            let fields = server.owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let head = "GET /picker/v1/events HTTP/1.0\r\nHost: 127.0.0.1\r\n\(fields)\r\n"
            let events = try await server.owner.connection()
            var text = try await events.answer(to: head)
            server.server.announceEnd()
            await server.end()
            text += try await events.readToEnd()
            #expect(!text.lowercased().contains("transfer-encoding"))
            #expect(text.contains("\r\n\r\n: open\n\nretry: 1000\nevent: alive\ndata: {}\n\n"))
            #expect(text.contains("data: {}\n\nevent: closed\ndata: {}\n\n"))
        }
    }

    @Test("events stay open, however short the times of idle connections are")
    func events() async throws {
        let limits = ConnectionLimits(
            headTime: .milliseconds(100), idleTime: .milliseconds(100), bodyTime: .milliseconds(100),
            unreadTime: .milliseconds(50))
        try await TestServer.run(try photos(), purpose: .pick(.unrestricted), limits: limits) { server async throws in
            let events = try await server.owner.stream("/picker/v1/events")
            _ = try await events.read(until: ": open")
            // Closed later than the events would have been.
            #expect(try await server.stranger.send(raw: "") == "")
            #expect(try await server.stranger.send(raw: "") == "")
            server.server.announceEnd()
            _ = try await events.read(until: "event: closed")
        }
    }

    @Test("an answer that its client does not read is cut off")
    func unread() async throws {
        let photos = try FixtureFolder()
        // More than the system keeps for both sides.
        let length = 32 << 20
        try photos.write("large.jpg", try SamplePhoto.jpeg(40, 30) + [UInt8](repeating: 65, count: length))
        let limits = ConnectionLimits(
            headTime: .milliseconds(800), idleTime: .seconds(600), bodyTime: .seconds(600),
            unreadTime: .milliseconds(200))
        try await TestServer.run(photos, limits: limits) { server async throws in
            let asset = try #require(try await server.assets()["large.jpg"])
            let target = "/picker/v1/assets/\(asset.identifier)/original"
            let head = server.owner.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
            let unread = try await server.owner.connection()
            let begin = try await unread.answer(to: "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(head)\r\n")
            #expect(begin.hasPrefix("HTTP/1.1 200"))
            // Closed later than the answer would have been.
            #expect(try await server.stranger.send(raw: "") == "")
            #expect(try await unread.readToEnd().unicodeScalars.count < length)
        }
    }

    @Test("idle connections, however many, keep no one out")
    func crowd() async throws {
        let limits = ConnectionLimits(
            count: 16, headTime: .seconds(600), idleTime: .seconds(600), bodyTime: .seconds(600))
        try await TestServer.run(try photos(), limits: limits) { server async throws in
            var crowd: [HTTPConnection] = []
            for _ in 0..<100 { crowd.append(try await server.stranger.connection()) }
            #expect(try await server.owner.get("/picker/v1/session").status == 200)
            // The oldest was closed; who comes after all of them is served. Of the crowd itself the last to be registered need
            // not be the last to connect: several threads accept.
            #expect(try await crowd[0].readToEnd() == "")
            let request = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            let newest = try await server.stranger.connection()
            #expect(try await newest.answer(to: request).hasPrefix("HTTP/1.1 404"))
            withExtendedLifetime(crowd) {}
        }
    }
}
