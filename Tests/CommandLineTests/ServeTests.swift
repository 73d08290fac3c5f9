import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker serve")
struct ServeTests {
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

    @Test("prints where it serves what, and a link that signs in once")
    func link() async throws {
        let server = try await serve()
        let errors = server.process.errorsSoFar
        #expect(errors.contains("Serving \(photos.path) with "))
        #expect(errors.contains(" at http://127.0.0.1:\(server.port)/\n"))
        #expect(try await server.assets().keys.sorted() == ["1.jpg"])
        let again = try await HTTPClient(port: server.port).trade(code: server.code)
        #expect(again.status == 401 && again["set-cookie"] == nil)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test("Ctrl-C ends it with 130, a polite end with 0", arguments: zip([SIGINT, SIGTERM], [Int32(130), 0]))
    func signals(signal: Int32, code: Int32) async throws {
        let server = try await serve()
        // An open page must not keep it from ending.
        let events = try await server.client.stream("/picker/v1/events")
        _ = try await events.read(until: ": open")
        let result = try await server.end(signal)
        #expect(result.ending == .exited(code), "\(result)")
        #expect(result.output.isEmpty)
        #expect(!result.errors.contains("error"), "\(result)")
    }

    @Test("ends with its terminal: it would go on where no one sees it, and keep its port")
    func closedTerminal() async throws {
        try await TerminalRun(
            picker, "serve \(photos.path) --listen 127.0.0.1:0", noting: photos.surroundings.path("number")
        ).close()
    }

    @Test("a port that is in use is one clear line")
    func portInUse() async throws {
        let server = try await serve()
        let result = try await picker("serve", "--listen", "127.0.0.1:\(server.port)", "--library", photos.path)
        result.expectFailure(69, naming: "127.0.0.1:\(server.port)", "--listen")
        _ = try await server.end(SIGTERM)
    }

    @Test(
        "an address of another machine, or a name that is none, is one clear line",
        arguments: [
            "192.0.2.1:0", "no-such-host.invalid:0",
        ])
    func foreignAddress(address: String) async throws {
        let result = try await picker(
            "serve", "--listen", address, "--public-url", "https://photos.example", "--library", photos.path)
        #expect(result.status == 69, "\(result)")
        #expect(result.errors.contains("picker: ") && result.errors.contains("--listen"), "\(result)")
    }
}
