import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker owner")
struct OwnerTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("1.jpg")
    }

    private func serve(_ arguments: String...) async throws -> RunningServer {
        try await RunningServer(picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path] + arguments)
    }

    private func setPassword(_ text: String) async throws -> Subprocess.Result {
        let file = picker.home.path("password")
        try Data("\(text)\n".utf8).write(to: URL(filePath: file))
        chmod(file, 0o600)
        return try await picker("owner", "set-password", "--password-file", file)
    }

    @Test("A password signs in to a server that runs already; wrong ones are counted; removed, it ends the sign-in")
    func password() async throws {
        let server = try await serve()
        let stranger = HTTPClient(port: server.port)
        #expect(try await stranger.enter(["password": "correct horse"]).status == 401)
        try await setPassword("correct horse").expectSuccess()
        let state = try await stranger.get("/signin/state")
        #expect(state.text.contains("\"hasPassword\":true"), "\(state.text)")
        #expect(try await stranger.enter(["password": "guess"]).status == 401)
        let shown = try await picker("owner", "show", "--json").json()
        #expect(shown["hasPassword"] as? Bool == true && shown["wrongPasswords"] as? Int == 1)
        #expect(shown["lastWrongPassword"] as? String != nil && shown["signIns"] as? Int == 1)
        let client = try stranger.signedIn(by: try await stranger.enter(["password": "correct horse"]))
        #expect(try await client.get("/picker/v1/session").status == 200)
        try await picker("owner", "remove-password").expectSuccess()
        _ = try await until("the sign-in by password is over") {
            try await client.get("/picker/v1/session").status == 401 ? true : nil
        }
        #expect(try await server.client.get("/picker/v1/session").status == 200)
        try await picker("owner", "remove-password").expectFailure(66, naming: "no password")
        _ = try await server.end(SIGTERM)
    }

    @Test("Guesses are slowed down, and a server that is started again remembers them")
    func guessing() async throws {
        try await setPassword("correct horse").expectSuccess()
        for round in 0..<2 {
            let server = try await serve()
            let stranger = HTTPClient(port: server.port)
            for _ in 0..<(round == 0 ? 5 : 0) { #expect(try await stranger.enter(["password": "guess"]).status == 401) }
            if round == 0 {
                let answer = try await stranger.enter(["password": "correct horse"])
                #expect(answer.status == 429 && answer["set-cookie"] == nil, "\(answer.text)")
                #expect((1...5).contains(Int(answer["retry-after"] ?? "") ?? 0))
            }
            let shown = try await picker("owner", "show", "--json").json()
            #expect(shown["wrongPasswords"] as? Int == 5)
            _ = try await server.end(SIGKILL)
        }
    }

    @Test("Browsers that are signed in are listed, and signed out one by one or all at once")
    func signOut() async throws {
        let server = try await serve()
        let stranger = HTTPClient(port: server.port, headers: ["User-Agent": "Second browser"])
        let link = try await picker("ctl", "link").output
        let code = String(try #require(link.split(separator: "=").last)).trimmingCharacters(in: .whitespacesAndNewlines)
        let second = try stranger.signedIn(by: try await stranger.trade(code: code))
        let text = try await picker("owner", "sign-ins")
        #expect(text.output.contains("Second browser"), "\(text)")
        let listed =
            try JSONSerialization.jsonObject(
                with: Data(try await picker("owner", "sign-ins", "--json").output.utf8)) as? [[String: Any]]
        let identifier = try #require(listed?.first?["id"] as? Int)
        #expect(listed?.count == 2 && listed?.first?["method"] as? String == "link")
        // One that is unknown keeps the others from nothing.
        try await picker("owner", "sign-out", "999", "\(identifier)").expectFailure(66, naming: "999")
        _ = try await until("the second browser is signed out") {
            try await second.get("/picker/v1/session").status == 401 ? true : nil
        }
        #expect(try await server.client.get("/picker/v1/session").status == 200)
        try await picker("owner", "sign-out", "\(identifier)").expectFailure(
            66, naming: "\(identifier)", "picker owner sign-ins")
        try await picker("owner", "sign-out").expectFailure(64, naming: "--all")
        #expect(try await picker("owner", "sign-out", "--all").output == "signed out: 1\n")
        _ = try await until("the first browser is signed out") {
            try await server.client.get("/picker/v1/session").status == 401 ? true : nil
        }
        _ = try await server.end(SIGTERM)
    }

    @Test("A password that is short, or that others can read, is one clear line, and changes nothing")
    func refused() async throws {
        try await setPassword("1234567").expectFailure(64, naming: "8 characters")
        let file = picker.home.path("readable")
        try Data("correct horse\n".utf8).write(to: URL(filePath: file))
        chmod(file, 0o644)
        try await picker("owner", "set-password", "--password-file", file).expectFailure(77, naming: file, "chmod 600")
        try await picker("owner", "set-password").expectFailure(64, naming: "--password-file")
        #expect(try await picker("owner", "show", "--json").json()["hasPassword"] as? Bool == false)
    }
}

@Suite("picker serve, for other machines")
struct PublicAddressTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
    }

    @Test("An address that others can connect to needs the name that they connect by", arguments: ["serve", "pick"])
    func needed(command: String) async throws {
        for listen in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0", "photos.example:0"] {
            let result = try await picker(command, photos.path, "--listen", listen)
            result.expectFailure(64, naming: listen, "--public-url")
        }
    }

    @Test(
        "What is no origin is refused", arguments: ["https://photos.example/prefix", "photos.example", "https://a b"])
    func refused(url: String) async throws {
        let result = try await picker("serve", photos.path, "--public-url", url)
        result.expectFailure(64, naming: url, "--public-url", "https://photos.example")
    }

    @Test("Where the way is not encrypted, it says so; and its link has the public address")
    func warning() async throws {
        let process = try RunningSubprocess(
            PickerProgram.path,
            [
                "serve", photos.path, "--listen", "0.0.0.0:0", "--public-url", "http://nas:8420", "--public-url",
                "https://b.example",
            ],
            environment: picker.environment)
        let link = try await until("it prints a link") {
            process.errorsSoFar.firstMatch(of: /http:\/\/nas:8420\/signin\?code=[A-Za-z0-9_-]{43}\n/).map {
                String($0.0)
            }
        }
        #expect(!link.isEmpty && process.errorsSoFar.contains("picker: warning: http://nas:8420 is not encrypted"))
        kill(process.processIdentifier, SIGTERM)
        _ = try await onThread { process.wait() }
    }
}
