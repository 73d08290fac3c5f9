import Foundation
import TestSupport
import Testing

/// A library on a server, seen from the command line: what people do with it, and what is said when it does not work.
@Suite(
    "A library on a server",
    .enabled(if: ImmichServer.isAvailable, "needs python3, for the server that stands in for Immich"),
    .timeLimit(.minutes(10)))
struct ServerLibraryTests {
    let picker: PickerProgram

    init() throws { picker = try PickerProgram() }

    private func file(_ text: String) throws -> String {
        let path = picker.home.path("secret-\(UUID().uuidString)")
        try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        return path
    }

    private func add(_ server: ImmichServer, key: String? = nil) async throws {
        let secret = try file(key ?? server.key)
        try await picker(
            "libraries", "add", "home", server.location, "--set", "insecure=yes", "--secret-file", "api-key=\(secret)",
            "--no-check", "--no-questions"
        ).expectSuccess()
    }

    /// Steps of the doctor's findings, with what was said of each.
    private func findings(_ arguments: String...) async throws -> [String: [(isFine: Bool?, message: String)]] {
        let result = try await picker.run(PickerProgram.path, ["doctor", "home", "--json"] + arguments)
        let library = try result.json()["library"] as? [String: Any]
        let list = try #require(library?["findings"] as? [[String: Any]], "\(result)")
        var found: [String: [(isFine: Bool?, message: String)]] = [:]
        for each in list {
            found[each["step"] as? String ?? "", default: []].append(
                (each["isFine"] as? Bool, each["message"] as? String ?? ""))
        }
        #expect(Set(found.keys) == ["reachable", "version", "signedIn", "permissions"])
        return found
    }

    @Test(
        "picker doctor says of each step to the photos of a server whether it works",
        arguments: [[], ["--isolation", "worker"]])
    func doctor(isolation: [String]) async throws {
        let server = try await ImmichServer("--synthetic", "20", "--version", "2.5.2")
        try await add(server)
        let result = try await picker.run(PickerProgram.path, ["doctor", "home"] + isolation)
        result.expectSuccess()
        for line in [
            "  reachable: yes; \(server.location) answers", "  version: yes; Immich 2.5.2",
            "  signed in: yes; as admin@example.com", "  permissions: yes; nothing is missing",
        ] { #expect(result.lines.contains(line), "\(line) in \(result)") }
        #expect(!"\(result)".contains(server.key))
    }

    @Test("picker doctor names each permission that a key lacks, and what does not work without it")
    func permissions() async throws {
        let server = try await ImmichServer("--synthetic", "20")
        let given = try await server.control(
            "/change", ["op": "add-key", "name": "small", "permissions": ["asset.read", "asset.view", "user.read"]])
        try await add(server, key: try #require(given["key"] as? String))
        let permissions = try #require(try await findings()["permissions"])
        #expect(permissions.count == 3 && permissions.allSatisfy { $0.isFine == false }, "\(permissions)")
        for name in ["asset.statistics", "asset.download", "album.read"] {
            #expect(permissions.contains { $0.message.contains(name) && $0.message.contains("API Keys") }, "\(name)")
        }
    }

    @Test("picker doctor says which step fails, and what to do")
    func failures() async throws {
        var server: ImmichServer? = try await ImmichServer("--synthetic", "5", "--version", "1.120.0")
        try await add(try #require(server))
        let old = try await findings()
        #expect(old["reachable"]?.first?.isFine == true && old["version"]?.first?.isFine == false)
        #expect(old["version"]?.first?.message.contains("update the server") == true, "\(old)")
        #expect(old["signedIn"]?.first?.isFine == nil)
        server?.end()
        let away = try await findings()
        #expect(away["reachable"]?.first?.isFine == false && away["version"]?.first?.isFine == nil, "\(away)")
        #expect(try await picker("doctor", "home").status == 69)
        try await picker("libraries", "remove", "home").expectSuccess()
        server = try await ImmichServer("--synthetic", "5")
        try await add(try #require(server), key: "no-such-key")
        let refused = try await findings()
        #expect(
            refused["reachable"]?.first?.isFine == true && refused["signedIn"]?.first?.isFine == false, "\(refused)")
        #expect(refused["signedIn"]?.first?.message.contains("API Keys") == true)
    }

    @Test("picker doctor is told the library once")
    func once() async throws {
        try await picker("doctor", "home", "--library", "other").expectFailure(64, naming: "once")
    }

    @Test("a person signs in with e-mail and password, and out; what ends it meanwhile is said")
    func signIn() async throws {
        let server = try await ImmichServer("--synthetic", "20")
        try await picker(
            "libraries", "add", "home", server.location, "--set", "insecure=yes", "--no-check", "--no-questions"
        ).expectSuccess()
        let assets = ["assets", "--library", "home"]
        try await picker.run(PickerProgram.path, assets).expectFailure(77, naming: "no one is signed in")
        let email = "email=\(ImmichServer.email)"
        let wrong = try await picker(
            "libraries", "sign-in", "home", "--set", email, "--secret-file", "password=\(file("wrong horse"))",
            "--no-questions")
        wrong.expectFailure(77, naming: "does not accept this e-mail address and password")
        #expect(!"\(wrong)".contains("horse"))
        let password = try file(ImmichServer.password)
        for end in ["expire", "sign-out"] {
            let signed = try await picker(
                "libraries", "sign-in", "home", "--set", email, "--secret-file", "password=\(password)",
                "--no-questions")
            #expect(signed.status == 0 && !"\(signed)".contains(ImmichServer.password), "\(signed)")
            let kept = try String(
                decoding: Files.bytes(picker.home.path("config/picker/sign-ins/home.json")), as: UTF8.self)
            #expect(!kept.contains(ImmichServer.password))
            let listed = try await picker.run(PickerProgram.path, assets)
            #expect(listed.status == 0 && listed.lines.count == 20, "\(listed)")
            if end == "expire" {
                try await server.control("/change", ["op": "expire-tokens"])
                try await picker.run(PickerProgram.path, assets).expectFailure(77, naming: "has ended", "sign in again")
                #expect(try await findings()["signedIn"]?.first?.isFine == false)
            } else {
                try await picker("libraries", "sign-out", "home").expectSuccess()
                try await picker.run(PickerProgram.path, assets).expectFailure(77, naming: "no one is signed in")
            }
        }
    }

    @Test("picker size names a photo that cannot be measured, and sums up the others", arguments: [[], ["--json"]])
    func size(json: [String]) async throws {
        let server = try await ImmichServer("--synthetic", "20")
        try await add(server)
        let listed = try await picker("assets", "--library", "home", "--media", "image", "--json").jsonLines()
        let assets = listed.prefix(2)
        let identifiers = assets.compactMap { $0["localIdentifier"] as? String }
        try #require(identifiers.count == 2)
        let path = try #require(assets.first?["relativePath"] as? String)
        let documents = "/search|/timeline|/assets/[^/]*$"
        try await server.control(
            "/faults", ["kind": "other-values", "path": documents, "values": ["fileSizeInByte": NSNull()]])
        func measure(_ identifiers: [String]) async throws -> Subprocess.Result {
            try await server.control(
                "/faults", ["kind": "status", "status": 404, "path": "/original", "count": 1])
            return try await picker.run(
                PickerProgram.path, ["size"] + identifiers + ["--library", "home"] + json)
        }
        let result = try await measure(identifiers)
        #expect(result.status == 66 && result.errors.hasPrefix("picker: \(path): "), "\(result)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
        if json.isEmpty {
            #expect(result.lines.count == 2 && result.lines[1].contains("total ("), "\(result)")
        } else {
            let entries = try result.json()["assets"] as? [[String: Any]]
            #expect(entries?.map { $0["localIdentifier"] as? String } == [identifiers[1]], "\(result)")
        }
        try await measure([identifiers[0]]).expectFailure(66, naming: path)
    }

    @Test("--local-only asks no server: what is on it is not written")
    func localOnly() async throws {
        let server = try await ImmichServer("--synthetic", "20")
        try await add(server)
        let listed = try await picker("assets", "--library", "home", "--json").jsonLines()
        #expect(listed.allSatisfy { $0["availability"] as? String == "remote" })
        let asset = try #require(listed.first?["localIdentifier"] as? String)
        let out = picker.home.path("out.jpg")
        for isolation in ["in-process", "worker"] {
            try await picker(
                "image", asset, "--library", "home", "--size", "200x200", "--local-only", "--out", out, "--isolation",
                isolation
            ).expectFailure(77, naming: "allow the network")
            try await picker(
                "original", asset, "--library", "home", "--local-only", "--out", out, "--isolation", isolation
            )
            .expectFailure(77, naming: "allow the network")
            #expect(!Files.exists(out))
            try await picker(
                "image", asset, "--library", "home", "--size", "200x200", "--out", out, "--isolation", isolation
            ).expectSuccess()
            unlink(out)
        }
    }
}
