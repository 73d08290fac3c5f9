import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// Over a folder, and over the backend of `on_a_shelf.c`, which wants a key: "sesame".
@Suite("picker libraries")
struct LibrariesTests {
    static let address = "shelf+http://127.0.0.1:9"

    let picker: PickerProgram
    let plugins: PluginFolder
    let plugin: String

    init() throws {
        picker = try PickerProgram()
        plugins = try PluginFolder()
        plugin = try plugins.add("on_a_shelf", id: "shelf")
    }

    private var book: String { picker.home.path("config/picker/libraries.json") }
    private var secrets: String { picker.home.path("config/picker/secrets/shelf.json") }

    private func key(_ value: String = "sesame\n", mode: mode_t = 0o600) throws -> String {
        let path = picker.home.path("key-\(UUID().uuidString)")
        try Data(value.utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, mode)
        return path
    }

    private func add(_ arguments: String...) async throws -> Subprocess.Result {
        try await picker.run(
            PickerProgram.path,
            ["libraries", "add", "shelf", Self.address, "--backend-path", plugins.path] + arguments)
    }

    @Test("lists and shows a folder with a line break in its name on one line")
    func lineBreak() async throws {
        let photos = try FixtureFolder()
        try photos.makeFolder("two\nlines")
        try await picker("libraries", "add", "odd", photos.path("two\nlines")).expectSuccess()
        #expect(try await picker("libraries", "list").lines == ["odd  \(photos.path)/two\\nlines"])
        #expect(try await picker("libraries", "show", "odd").lines.last == "location  \(photos.path)/two\\nlines")
    }

    @Test("gives a folder a name that other commands take, and forgets it")
    func folder() async throws {
        let photos = try FixtureFolder()
        try photos.write("trip/a.jpg", try SamplePhoto.jpeg(64, 48))
        #expect(try await picker("libraries").output.contains("No library has a name yet"))
        try await picker("libraries", "add", "holidays", photos.path).expectSuccess()
        let listed = try await picker("libraries", "list", "--json").json()
        let expected = [["name": "holidays", "location": photos.path, "settings": [:], "secrets": []] as [String: Any]]
        #expect(NSArray(array: listed["libraries"] as? [Any] ?? []) == NSArray(array: expected))
        let named = try await picker("assets", "--json", "--library", "holidays")
        named.expectSuccess()
        #expect(named.output == (try await picker("assets", "--json", "--library", photos.path)).output)
        try await picker("libraries", "add", "holidays", photos.path).expectFailure(73, naming: "--replace")
        try await picker("libraries", "add", "holidays", "--replace", photos.path).expectSuccess()
        try await picker("assets", "--library", "holiday")
            .expectFailure(66, naming: "no library of this name", "holidays")
        try await picker("libraries", "remove", "holidays").expectSuccess()
        try await picker("libraries", "show", "holidays").expectFailure(66, naming: "no library \"holidays\"")
        #expect(Files.exists(photos.path + "/trip/a.jpg"))
    }

    @Test("keeps all that several commands add at once")
    func together() async throws {
        let photos = try FixtureFolder()
        let names = (0..<8).map { "library\($0)" }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in names {
                group.addTask { try await picker("libraries", "add", name, photos.path, "--no-check").expectSuccess() }
            }
            try await group.waitForAll()
        }
        let listed = try await picker("libraries", "list", "--json").json()
        #expect((listed["libraries"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == names)
    }

    @Test("keeps a secret in a file that its owner alone reads, and shows it nowhere")
    func secret() async throws {
        let added = try await add("--secret-file", "api-key=\(key())", "--set", "color=red")
        added.expectSuccess()
        #expect(added.output.contains("A shelf answers as ada@shelf.example"), "\(added)")
        #expect(try FileManager.default.attributesOfItem(atPath: secrets)[.posixPermissions] as? Int == 0o600)
        #expect(try String(decoding: Files.bytes(secrets), as: UTF8.self).contains("sesame"))
        let shown = try await picker("libraries", "show", "shelf")
        let listed = try await picker("libraries", "list", "--json")
        let all = try String(decoding: Files.bytes(book), as: UTF8.self) + "\(shown)\(listed)\(added)"
        #expect(!all.contains("sesame"), "\(all)")
        #expect(shown.output.contains("api-key") && shown.output.contains("(kept secret)"), "\(shown)")
        let assets = try await picker("assets", "--library", "shelf", "--backend-path", plugins.path, "--json")
        assets.expectSuccess()
        #expect(assets.output.split(separator: "\n").count == 2)
        try await picker("libraries", "remove", "shelf").expectSuccess()
        #expect(!Files.exists(secrets))
    }

    @Test(
        "refuses a key on the command line, in a file that others read, of a wrong kind or none, and keeps nothing then"
    )
    func refusals() async throws {
        try await add("--set", "api-key=sesame").expectFailure(64, naming: "api-key", "--secret-file")
        let open = try key(mode: 0o644)
        try await add("--secret-file", "api-key=\(open)").expectFailure(77, naming: open, "chmod 600")
        try await add("--secret-file", "api-key=\(picker.home.path("none"))").expectFailure(66, naming: "none")
        try await add("--secret-file", "api-key=\(key("\n"))").expectFailure(65, naming: "empty")
        // No one is there to be asked.
        try await add().expectFailure(64, naming: "api-key is missing", "--secret-file api-key=FILE")
        try await add("--secret-file", "api-key=\(key())", "--set", "color=blue")
            .expectFailure(64, naming: "color must be one of red, green")
        try await add("--secret-file", "api-key=\(key())", "--set", "colour=red")
            .expectFailure(64, naming: "colour is not a setting", "api-key, color")
        let wrong = try await add("--secret-file", "api-key=\(key("wrong horse"))")
        wrong.expectFailure(77, naming: "the key is not known")
        #expect(!"\(wrong)".contains("horse"))
        try await picker("libraries", "add", "x", "gopher://photos.example").expectFailure(69, naming: "gopher://")
        try await picker("libraries", "add", "x", "shelf+http://ada:pw@photos.example")
            .expectFailure(64, naming: "before \"@\"")
        try await picker("libraries", "add", "a/b", picker.home.path).expectFailure(64, naming: "is no name")
        #expect(!Files.exists(book) && !Files.exists(secrets))
    }

    @Test("takes another secret with sign-in, and one of systemd before its own")
    func signIn() async throws {
        try await add("--no-check", "--secret-file", "api-key=\(key("wrong"))").expectSuccess()
        let open = ["assets", "--library", "shelf", "--backend-path", plugins.path]
        try await picker.run(PickerProgram.path, open).expectFailure(77, naming: "the key is not known")
        let credentials = try TemporaryFolder()
        try Data("sesame\n".utf8).write(to: URL(fileURLWithPath: credentials.path("picker.shelf.api-key")))
        let service = "CREDENTIALS_DIRECTORY=\"$1\" \"$picker\" assets --library shelf --backend-path \"$2\""
        try await picker.shell(service, credentials.path, plugins.path).expectSuccess()
        try await picker(
            "libraries", "sign-in", "shelf", "--backend-path", plugins.path, "--secret-file", "api-key=\(key())"
        ).expectSuccess()
        try await picker.run(PickerProgram.path, open).expectSuccess()
        chmod(secrets, 0o640)
        try await picker.run(PickerProgram.path, open).expectFailure(77, naming: secrets, "chmod 600")
        let listed = try await picker("libraries", "list")
        listed.expectSuccess()
        #expect(listed.output.contains(Self.address))
    }

    @Test("takes a secret that systemd has, and keeps no copy of it")
    func credentials() async throws {
        let credentials = try TemporaryFolder()
        try Data("sesame\n".utf8).write(to: URL(fileURLWithPath: credentials.path("picker.shelf.api-key")))
        // Of other libraries.
        for name in ["picker.shop.api-key", "picker.shelf.club.api-key"] {
            try Data("wrong\n".utf8).write(to: URL(fileURLWithPath: credentials.path(name)))
        }
        let asService = "CREDENTIALS_DIRECTORY=\"$1\" \"$picker\" $3 --backend-path \"$2\""
        let add = "libraries add shelf \(Self.address) --no-questions"
        try await picker.shell(asService.replacing("$3", with: add), credentials.path, plugins.path).expectSuccess()
        #expect(Files.exists(book) && !Files.exists(secrets))
        let list = asService.replacing("$3", with: "assets --library shelf")
        try await picker.shell(list, credentials.path, plugins.path).expectSuccess()
        let options = ["--backend-path", plugins.path]
        try await picker.run(PickerProgram.path, ["assets", "--library", "shelf"] + options)
            .expectFailure(66, naming: "api-key is missing")
    }

    @Test("gives the sign-in of one server to no other, and keeps it when the other is not kept")
    func movedLibrary() async throws {
        try await add("--no-check", "--secret-file", "api-key=\(key())").expectSuccess()
        let signIn = picker.home.path("config/picker/sign-ins/shelf.json")
        try FileManager.default.createDirectory(
            atPath: picker.home.path("config/picker/sign-ins"), withIntermediateDirectories: true)
        try Data(#"{"access-token":"c2VzYW1l"}"#.utf8).write(to: URL(fileURLWithPath: signIn))
        chmod(signIn, 0o600)
        let other = [
            "libraries", "add", "shelf", "shelf+http://127.0.0.1:10", "--backend-path", plugins.path, "--replace",
            "--no-questions",
        ]
        // The backend refuses the key.
        try await picker.run(PickerProgram.path, other + ["--secret-file", "api-key=\(key("wrong"))"])
            .expectFailure(77, naming: "the key is not known")
        #expect(try Files.data(signIn).contains(Data("c2VzYW1l".utf8)))
        try await add("--replace", "--no-check", "--secret-file", "api-key=\(key())").expectSuccess()
        #expect(Files.exists(signIn))
        try await picker.run(PickerProgram.path, other + ["--secret-file", "api-key=\(key())", "--no-check"])
            .expectSuccess()
        #expect(!Files.exists(signIn))
    }

    @Test("lists all of them, whatever keeps a secret from being used, and in no folder that is not absolute")
    func list() async throws {
        try await add("--no-check", "--secret-file", "api-key=\(key())").expectSuccess()
        chmod(secrets, 0o644)
        let listed = try await picker("libraries", "list", "--json").json()
        #expect((listed["libraries"] as? [[String: Any]])?.first?["secrets"] as? [String] == ["api-key"])
        let home = try TemporaryFolder()
        let relative =
            "cd \"$1\" && env HOME=\"$1\" XDG_CONFIG_HOME=conf \"$picker\" libraries add here \"$1\" --no-check"
        try await picker.shell(relative, home.path).expectSuccess()
        #expect(Files.names(in: home.path) == [".config"])
        let none = "env -u HOME -u XDG_CONFIG_HOME \"$picker\" libraries add here \"$1\" --no-check"
        try await picker.shell(none, home.path).expectFailure(73, naming: "HOME")
        try await picker.shell("env -u HOME -u XDG_CONFIG_HOME \"$picker\" assets \"$1\" --quiet", home.path)
            .expectSuccess()
    }

    @Test("says which file is damaged")
    func damage() async throws {
        try await add("--secret-file", "api-key=\(key())").expectSuccess()
        let whole = try Files.data(book)
        try whole.prefix(20).write(to: URL(fileURLWithPath: book))
        try await picker("libraries").expectFailure(65, naming: book)
        try whole.write(to: URL(fileURLWithPath: book))
        try Data("{".utf8).write(to: URL(fileURLWithPath: secrets))
        chmod(secrets, 0o600)
        try await picker("assets", "--library", "shelf", "--backend-path", plugins.path)
            .expectFailure(65, naming: secrets, "sign-in")
    }
}
