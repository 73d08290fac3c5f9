import Foundation
import TestSupport
import Testing

/// Over the backend of `signs_in.c`, which keeps what a sign-in gave it.
@Suite("picker libraries sign-in")
struct SignInTests {
    let picker: PickerProgram
    let plugins: PluginFolder
    let photos: TemporaryFolder

    init() throws {
        picker = try PickerProgram()
        plugins = try PluginFolder()
        photos = try TemporaryFolder()
        try plugins.add("signs_in", id: "signs-in", priority: 999)
    }

    private var kept: String { picker.home.path("config/picker/sign-ins/home.json") }

    private func secret(_ value: String) throws -> String {
        let path = picker.home.path("secret-\(UUID().uuidString)")
        try Data("\(value)\n".utf8).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        return path
    }

    private func run(_ command: String, _ arguments: String...) async throws -> Subprocess.Result {
        try await picker.run(
            PickerProgram.path, ["libraries", command, "home", "--backend-path", plugins.path] + arguments)
    }

    @Test("answers from the command line, keeps a token that its owner alone reads, and no password; sign-out ends it")
    func answers() async throws {
        try await run("add", photos.path, "--no-check").expectSuccess()
        let assets = ["assets", "--library", "home", "--backend-path", plugins.path]
        try await picker.run(PickerProgram.path, assets).expectFailure(77, naming: "no one is signed in")
        let (pin, second) = (try secret("1234"), try secret("5678"))
        let signed = try await run(
            "sign-in", "--set", "name=ada", "--secret-file", "pin=\(pin)", "--secret-file", "second=\(second)")
        #expect(signed.output.contains("Signed in as ada@minimal.example"), "\(signed)")
        try #require(Files.exists(kept))
        #expect(try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int == 0o600)
        let text = try String(decoding: Files.bytes(kept), as: UTF8.self)
        #expect(!text.contains("1234") && !text.contains("5678") && !"\(signed)".contains("token-of-ada"))
        try await picker.run(PickerProgram.path, assets).expectSuccess()
        try await picker.run(PickerProgram.path, assets + ["--isolation", "worker"]).expectSuccess()
        try await run("sign-out").expectSuccess()
        #expect(!Files.exists(kept))
        try await picker.run(PickerProgram.path, assets).expectFailure(77, naming: "no one is signed in")
    }

    @Test("refuses a secret on the command line and answers that are wrong, and keeps nothing then")
    func refusals() async throws {
        try await run("add", photos.path, "--no-check").expectSuccess()
        try await run("sign-in", "--set", "name=ada", "--set", "pin=1234").expectFailure(
            64, naming: "pin", "--secret-file")
        let pin = try secret("9")
        try await run("sign-in", "--set", "name=ada", "--secret-file", "pin=\(pin)")
            .expectFailure(77, naming: "That is not the number of this name")
        try await run("sign-in", "--set", "name=ada").expectFailure(64, naming: "pin is missing")
        #expect(!Files.exists(kept))
    }

    @Test("is forgotten with its library, and a file that others can read is not used")
    func removal() async throws {
        try await run("add", photos.path, "--no-check").expectSuccess()
        let (pin, second) = (try secret("1234"), try secret("5678"))
        try await run(
            "sign-in", "--set", "name=ada", "--secret-file", "pin=\(pin)", "--secret-file", "second=\(second)"
        ).expectSuccess()
        chmod(kept, 0o644)
        let assets = ["assets", "--library", "home", "--backend-path", plugins.path]
        #expect(try await !picker.run(PickerProgram.path, assets).succeeded)
        try await picker("libraries", "remove", "home").expectSuccess()
        #expect(!Files.exists(kept))
    }
}
