import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker ctl")
struct CtlTests {
    let picker: PickerProgram
    let photos: FixtureFolder
    let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        plugins = try PluginFolder()
        photos = try FixtureFolder()
        try photos.write("1.jpg")
    }

    private func serve(_ arguments: String...) async throws -> RunningServer {
        let server = try await RunningServer(
            picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path] + arguments)
        // The socket comes right after the link.
        _ = try await until("the server has a socket") { sockets.contains(name(of: server)) ? true : nil }
        return server
    }

    private var folder: String { picker.home.path(".local/state/picker/run") }
    private var sockets: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    private func name(of server: RunningServer) -> String { "\(server.process.processIdentifier).sock" }

    @Test("status shows what is served, with what, and where; the socket is the owner's alone and goes with the server")
    func status() async throws {
        let server = try await serve("--backend", "legacy-group")
        let text = try await picker("ctl", "status")
        text.expectSuccess()
        for part in [photos.path, "http://127.0.0.1:\(server.port)/", "legacy-group", PickerProgram.plugin, "ready"] {
            #expect(text.output.contains(part), "\(text)")
        }
        let document = try await picker("ctl", "status", "--json").json()
        #expect(document["processIdentifier"] as? Int == Int(server.process.processIdentifier))
        #expect((document["backend"] as? [String: Any])?["path"] as? String == PickerProgram.plugin)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect(try await server.end(SIGTERM).status == 0)
        #expect(sockets.isEmpty)
    }

    @Test("link prints a link that signs in, once")
    func link() async throws {
        let server = try await serve()
        let result = try await picker("ctl", "link")
        result.expectSuccess()
        let prefix = "http://127.0.0.1:\(server.port)"
        let target = result.output.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(prefix.count)
        #expect(result.output.hasPrefix(prefix + "/signin?code=") && !target.contains(server.code), "\(result)")
        let client = HTTPClient(port: server.port)
        let code = try #require(target.split(separator: "=").last.map(String.init))
        #expect(try await client.trade(code: code)["set-cookie"] != nil)
        #expect(try await client.trade(code: code).status == 401)
        _ = try await server.end(SIGTERM)
    }

    @Test("swap swaps the backend to what the settings name now, or says why it does not")
    func swap() async throws {
        let config = try photos.surroundings.write("{\"backend\": \"legacy-group\"}", to: "config.json")
        let copy = try plugins.addLegacyGroup()
        let server = try await serve("--config", config)
        try "{\"backend\": \"\(copy)\"}".write(toFile: config, atomically: true, encoding: .utf8)
        let result = try await picker("ctl", "swap")
        #expect(result.output == "now served by legacy-group (\(copy))\n", "\(result)")
        #expect(server.process.errorsSoFar.contains("picker: now served by legacy-group (\(copy))\n"))
        try "{\"backend\": \"no-such-backend\"}".write(toFile: config, atomically: true, encoding: .utf8)
        try await picker("ctl", "swap").expectFailure(69, naming: "no-such-backend")
        #expect(try await server.assets().keys.sorted() == ["1.jpg"])
        _ = try await server.end(SIGTERM)
    }

    @Test("metrics count requests, on the socket and on an address of their own, which says how the server is, too")
    func metrics() async throws {
        let free = await freePort()
        let server = try await serve("--metrics", "127.0.0.1:\(free)")
        _ = try await server.assets()
        let text = try await picker("ctl", "metrics")
        text.expectSuccess()
        let line = /hb_requests_total\{[^}]*http_route="\/picker\/v1\/collections"[^}]*\} ([0-9]+)\n/
        #expect((text.output.firstMatch(of: line).flatMap { Int($0.1) } ?? 0) >= 1, "\(text)")
        let stranger = HTTPClient(port: server.port)
        #expect(try await stranger.trade(code: server.code).status == 401)
        #expect(try await stranger.get("/picker/v1/session").status == 401)
        #expect(try await stranger.get("/v1/sessions/x").status == 401)
        #expect(try await stranger.get("/v1/sessions/x", headers: ["Host": "evil.example"]).status == 421)
        let counted = try await picker("ctl", "metrics").output
        for line in [
            "# TYPE picker_sign_ins_total counter\npicker_sign_ins_total{method=\"link\"} 1\n",
            "picker_refusals_total{asker=\"browser\",code=\"401\",reason=\"CODE_INVALID\"} 1\n",
            "picker_refusals_total{asker=\"browser\",code=\"401\",reason=\"UNAUTHENTICATED\"} 1\n",
            "picker_refusals_total{asker=\"program\",code=\"401\",reason=\"UNAUTHENTICATED\"} 1\n",
            "picker_refusals_total{asker=\"program\",code=\"421\",reason=\"INVALID_ARGUMENT\"} 1\n",
        ] { #expect(counted.contains(line), "\(counted)") }
        let monitor = HTTPClient(port: free)
        let answer = try await until("the address of the metrics is listened on") { try? await monitor.get("/metrics") }
        #expect(answer.status == 200 && answer.text.contains("# TYPE hb_requests_total counter\n"))
        #expect(try await monitor.get("/healthz").status == 200)
        #expect(try await monitor.send("HEAD", "/healthz").status == 200)
        for (host, status) in [("evil.example", 421), ("localhost", 200), ("[::1]:\(free)", 200), ("", 200)] {
            #expect(try await monitor.get("/metrics", headers: ["Host": host]).status == status, "\(host)")
        }
        #expect(try await monitor.get("/healthz", headers: ["Host": "photos.example"]).status == 200)
        #expect(try await monitor.get("/status").status == 404)
        #expect(try await monitor.post("/link").status == 404)
        _ = try await server.end(SIGTERM)
    }

    @Test("who holds connections to the address of the metrics keeps neither monitors nor the page from theirs")
    func crowd() async throws {
        let free = await freePort()
        let server = try await serve("--metrics", "127.0.0.1:\(free)")
        let monitor = HTTPClient(port: free)
        _ = try await until("the address of the metrics is listened on") { try? await monitor.get("/metrics") }
        var crowd: [HTTPConnection] = []
        for _ in 0..<200 { crowd.append(try await monitor.connection()) }
        #expect(try await crowd[0].readToEnd() == "")
        #expect(try await monitor.get("/healthz").status == 200)
        #expect(try await server.client.get("/picker/v1/session").status == 200)
        withExtendedLifetime(crowd) {}
        _ = try await server.end(SIGTERM)
    }

    @Test("an address for metrics that is taken is said in the log, and the page is served")
    func taken() async throws {
        let first = try await serve()
        let second = try await serve("--metrics", "127.0.0.1:\(first.port)")
        _ = try await until("the log says it") {
            second.process.errorsSoFar.contains("cannot be listened on: Address already in use\n") ? true : nil
        }
        #expect(try await second.client.get("/picker/v1/session").status == 200)
        for server in [first, second] { _ = try await server.end(SIGTERM) }
    }

    @Test(
        "a request ends in the metrics also when its answer has no body, or its client goes; strangers name no methods")
    func ends() async throws {
        let server = try await serve()
        let stranger = HTTPClient(port: server.port)
        #expect(try await stranger.send("HEAD", "/").status == 401)
        #expect(try await stranger.send("HEAD", "/page/app.css").status == 200)
        _ = try await stranger.send("PROPFIND", "/")
        do {
            // A client that leaves.
            let stream = try await server.client.stream("/picker/v1/events")
            _ = try await until("the stream is counted") {
                try await active().contains(#"{http_request_method="GET"} 1.0"#) ? true : nil
            }
            withExtendedLifetime(stream) {}
        }
        _ = try await until("no request goes on") {
            let active = try await active()
            let isOver = ["GET", "HEAD", "_OTHER"].allSatisfy { active.contains("{http_request_method=\"\($0)\"} 0.0") }
            return isOver ? true : nil
        }
        #expect(try await !picker("ctl", "metrics").output.contains("PROPFIND"))
        _ = try await server.end(SIGTERM)
    }

    /// What the metrics say of requests that go on.
    private func active() async throws -> [Substring] {
        try await picker("ctl", "metrics").output.split(separator: "\n")
            .filter { $0.hasPrefix("http_server_active_requests") }
            .map { $0.dropFirst("http_server_active_requests".count) }
    }

    @Test("without a server, or with several, it says so in one line, and a server that was killed is none")
    func servers() async throws {
        try await picker("ctl", "status").expectFailure(69, naming: "no server runs")
        let killed = try await serve()
        _ = try await killed.end(SIGKILL)
        #expect(sockets == [name(of: killed)])
        try await picker("ctl", "status").expectFailure(69, naming: "no server runs")
        let (one, other) = (try await serve(), try await serve())
        #expect(!sockets.contains(name(of: killed)), "left over")
        try await picker("ctl", "link").expectFailure(64, naming: "--pid", "\(other.process.processIdentifier)")
        let chosen = try await picker("ctl", "status", "--pid", "\(other.process.processIdentifier)")
        #expect(chosen.output.contains(":\(other.port)/"), "\(chosen)")
        for server in [one, other] { _ = try await server.end(SIGTERM) }
    }

    @Test("a server that is stopped is not waited for without end, and counts as one that runs")
    func stopped() async throws {
        let (one, other) = (try await serve(), try await serve())
        kill(one.process.processIdentifier, SIGSTOP)
        async let any = picker.waiting("ctl", "status")
        async let swap = picker.waiting("ctl", "swap", "--pid", "\(one.process.processIdentifier)")
        try await picker.waiting("ctl", "status", "--pid", "\(one.process.processIdentifier)").expectFailure(
            69, naming: "did not answer within 10 s", "kill -CONT \(one.process.processIdentifier)")
        try await swap.expectFailure(69, naming: "did not answer within 10 s")
        try await any.expectFailure(64, naming: "--pid")
        try await picker("ctl", "status", "--pid", "\(other.process.processIdentifier)").expectSuccess()
        kill(one.process.processIdentifier, SIGCONT)
        try await picker("ctl", "status", "--pid", "\(one.process.processIdentifier)").expectSuccess()
        for server in [one, other] { _ = try await server.end(SIGTERM) }
    }

    @Test("A store that was removed while it is served lets no one in any more, and link lets its owner in again")
    func removedStore() async throws {
        let store = photos.surroundings.path("data/server")
        let server = try await serve("--data-dir", photos.surroundings.path("data"))
        #expect(try await server.client.get("/picker/v1/session").status == 200)
        try FileManager.default.removeItem(atPath: store)
        _ = try await until("the browser is signed out") {
            try await server.client.get("/picker/v1/session").status == 401 ? true : nil
        }
        let link = try await picker("ctl", "link")
        link.expectSuccess()
        let code = link.output.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: "=").last
        let stranger = HTTPClient(port: server.port)
        #expect(try await stranger.trade(code: String(try #require(code))).status == 200)
        try FileManager.default.removeItem(atPath: store)
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
        try Data("no store".utf8).write(to: URL(filePath: store + "/sessions.sqlite"))
        try await picker("ctl", "link").expectFailure(69, naming: "sessions.sqlite is damaged")
        _ = try await server.end(SIGTERM)
    }

    @Test("A server whose messages go into a journal writes no link into it")
    func journal() async throws {
        let script = """
            export JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2)
            exec "$0" serve --listen 127.0.0.1:0 --library "$1"
            """
        let process = try RunningSubprocess(
            "/bin/sh", ["-c", script, PickerProgram.path, photos.path], environment: picker.environment)
        _ = try await until("it serves") { process.errorsSoFar.contains("picker ctl link") ? true : nil }
        #expect(!process.errorsSoFar.contains("code="))
        let link = try await until("the socket answers") {
            let result = try? await picker("ctl", "link")
            return result?.status == 0 ? result?.output : nil
        }
        #expect(link.contains("/signin?code="))
        kill(process.processIdentifier, SIGTERM)
        _ = try await onThread { process.wait() }
    }

    @Test("A home with a path that is longer than a socket's may be has a socket nevertheless")
    func longPath() async throws {
        let home = picker.home.path(String(repeating: "long/", count: 40))
        let environment = picker.environment.merging(["HOME": home]) { $1 }
        let process = try RunningSubprocess(
            PickerProgram.path, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path],
            environment: environment)
        let status = try await until("the socket answers") {
            let result = try? await onThread {
                try Subprocess.run(PickerProgram.path, ["ctl", "status"], environment: environment, timeout: 60)
            }
            return result?.status == 0 ? result?.output : nil
        }
        #expect(status.contains(photos.path))
        kill(process.processIdentifier, SIGTERM)
        _ = try await onThread { process.wait() }
    }

    /// One that no one listens on now. The kernel gives none of these to connections that go out.
    private func freePort() async -> UInt16 {
        while true {
            let port = UInt16.random(in: 10_000..<30_000)
            if (try? await HTTPClient(port: port).connection()) == nil { return port }
        }
    }
}
