import Foundation
import TestSupport
import Testing

@Suite("picker store")
struct StoreTests {
    let picker: PickerProgram

    init() throws { picker = try PickerProgram() }

    private var folder: String { picker.home.path("data") + "/picker/server" }

    private func use(_ location: String, _ others: String...) async throws -> Subprocess.Result {
        try await picker.run(PickerProgram.path, ["store", "use", location, "--no-questions"] + others)
    }

    @Test("is in the folder for data, unless something else was said")
    func standard() async throws {
        let shown = try await picker("store", "show")
        #expect(shown.output == "\(folder)/sessions.sqlite\n")
        let reset = try await picker("store", "reset")
        #expect(reset.status == 66 && reset.errors.contains("is in the folder for data already"), "\(reset)")
    }

    @Test("is never in the root folder, for want of a name")
    func unnamed() async throws {
        let photos = ["albums", "--library", picker.home.path]
        for command in [["store", "show"], ["clients", "list"], ["serve", picker.home.path], photos] {
            try await picker.run(PickerProgram.path, command + ["--data-dir", ""]).expectFailure(
                64, naming: "--data-dir is empty")
        }
    }

    @Test("is used when it is named, and not again after it was reset")
    func named() async throws {
        #expect(try await picker("clients", "add", "notes").status == 0)
        // Nothing listens there.
        let location = "postgresql://127.0.0.1:1/club"
        let settings = ["--set", "user=picker", "--set", "insecure=yes"]
        let refused = try await picker.run(
            PickerProgram.path, ["store", "use", location, "--no-questions"] + settings)
        #expect(refused.status == 69 && refused.errors.contains("127.0.0.1:1/club cannot be reached"), "\(refused)")
        #expect(try await picker("clients", "list").output.hasPrefix("notes"))
        try await picker.run(
            PickerProgram.path, ["store", "use", location, "--no-questions", "--no-check"] + settings
        ).expectSuccess()
        #expect(try await picker("store", "show").output == "\(location)\n")
        let away = try await picker("clients", "list")
        #expect(away.status == 69 && away.errors.split(separator: "\n").count == 1, "\(away)")
        // A server does not begin with a store of its own in place of the one that all share.
        let serving = try await picker("serve", picker.home.path, "--listen", "127.0.0.1:0")
        #expect(serving.status == 69 && serving.errors.contains("cannot be reached"), "\(serving)")
        try await picker("store", "reset").expectSuccess()
        #expect(try await picker("clients", "list").output.hasPrefix("notes"))
    }

    @Test("Variables of PostgreSQL's own programs change nothing of it")
    func variables() async throws {
        let command = ["store", "use", "postgresql://127.0.0.1:1/club", "--no-questions"]
        let settings = ["--set", "user=picker", "--set", "insecure=yes"]
        let refused = try await picker.run(
            "/usr/bin/env",
            ["PGSERVICE=nowhere", "PGCHANNELBINDING=none of these", PickerProgram.path] + command + settings)
        #expect(refused.status == 69 && refused.errors.contains("127.0.0.1:1/club cannot be reached"), "\(refused)")
        #expect(!refused.errors.contains("nowhere") && !refused.errors.contains("channel"), "\(refused)")
    }

    @Test("Its secrets are in a file that only its owner reads, and on no command line")
    func secrets() async throws {
        let file = picker.home.path("password.txt")
        try "a secret\n".write(toFile: file, atomically: false, encoding: .utf8)
        chmod(file, 0o600)
        let location = "postgresql://db.example/club"
        let shown = try await use(location, "--set", "user=picker", "--set", "password=a secret")
        #expect(shown.status == 64 && shown.errors.contains("--secret-file password=FILE"), "\(shown)")
        try await use(location, "--set", "user=picker", "--secret-file", "password=\(file)", "--no-check")
            .expectSuccess()
        let text = try String(contentsOfFile: "\(folder)/store.json", encoding: .utf8)
        #expect(text.contains("db.example") && !text.contains("a secret"))
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/secrets/@store.json")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try await picker("store", "reset").expectSuccess()
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/secrets/@store.json"))
    }

    @Test(
        "What cannot be a store is refused in words, and nothing is kept of it",
        arguments: [
            (["/srv/store", "--set", "user=u"], "postgresql://HOST:PORT/DATABASE"),
            (["postgresql://db/x"], "user is missing; give it with --set user=VALUE"),
            (["postgresql://db/x", "--set", "user=u", "--set", "bucket=b"], "bucket is not a setting"),
            (["postgresql://db/x", "--set", "user=u", "--set", "certificate=ca.pem"], "the whole path of a file"),
        ])
    func refused(arguments: [String], words: String) async throws {
        let result = try await picker.run(PickerProgram.path, ["store", "use", "--no-questions"] + arguments)
        #expect(result.status == 64 && result.errors.contains(words), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/store.json"))
    }
}
