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

    @Test("is not begun in the folder for data where it cannot be seen which one was named")
    func unseen() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/store.json", withDestinationPath: "store.json")
        for command in [["store", "show"], ["clients", "list"], ["serve", picker.home.path]] {
            try await picker.run(PickerProgram.path, command).expectFailure(66, naming: "store.json: cannot be read")
        }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/sessions.sqlite"))
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

    private var secretFiles: [String] { Files.names(in: "\(folder)/secrets") }

    private func keptSecret() throws -> String {
        try secretFiles.map { String(decoding: try Files.bytes("\(folder)/secrets/\($0)"), as: UTF8.self) }.joined()
    }

    @Test("Another store takes the place of one with its secrets, and a store without any leaves none")
    func replaced() async throws {
        for number in 1...3 {
            let file = picker.home.path("password.txt")
            try "secret \(number)\n".write(toFile: file, atomically: false, encoding: .utf8)
            chmod(file, 0o600)
            try await use(
                "postgresql://db\(number).example/club", "--set", "user=picker", "--secret-file", "password=\(file)",
                "--no-check"
            ).expectSuccess()
            #expect(try await picker("store", "show").output == "postgresql://db\(number).example/club\n")
            #expect(try secretFiles.count == 1 && keptSecret() == #"{"password":"secret \#(number)"}"#)
        }
        try await use("postgresql://db.example/club", "--set", "user=picker", "--no-check").expectSuccess()
        #expect(secretFiles.isEmpty)
    }

    @Test(
        "Another store that cannot be kept leaves the address and the secrets of the one that is used",
        .enabled(if: Unprivileged.isPossible, "needs the right to become another user"))
    func notKept() async throws {
        func use(_ number: Int) async throws -> Subprocess.Result {
            let script = """
                number="$1"; shift; echo "secret $number" | "$@" "$picker" store use "postgresql://db$number.example/club" \
                    --set user=picker --secret-file password=- --no-check --no-questions
                """
            return try await picker.run("/bin/sh", ["-c", script, "sh", "\(number)"] + Unprivileged.command)
        }
        try await use(1).expectSuccess()
        chmod(folder, 0o555)
        let refused = try await use(2)
        chmod(folder, 0o755)
        refused.expectFailure(73, naming: "store.json")
        #expect(try await picker("store", "show").output == "postgresql://db1.example/club\n")
        #expect(try secretFiles == ["@store.json"] && keptSecret() == #"{"password":"secret 1"}"#)
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
