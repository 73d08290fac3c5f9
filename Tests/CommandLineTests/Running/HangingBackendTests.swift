import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite(
    "A server whose backend hangs", .timeLimit(.minutes(15)),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct HangingBackendTests {
    private let picker: PickerProgram
    private let photos: FixtureFolder
    private let plugins: PluginFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        plugins = try PluginFolder()
    }

    /// A server with a request in its backend that never ends.
    private func hangingServer(_ arguments: [String]) async throws -> (RunningServer, HTTPStream) {
        let data = photos.surroundings.path("data")
        let server = try await RunningServer(
            picker,
            [
                "serve", "--library", photos.path, "--data-dir", data, "--backend", try plugins.add("obeys_files"),
                "--listen", "127.0.0.1:0",
            ] + arguments)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(data)/libraries").first)
        let folder = "\(data)/libraries/\(name)"
        #expect(FileManager.default.createFile(atPath: "\(folder)/hang", contents: nil))
        let request = try await server.client.stream("/picker/v1/assets/minimal-portrait/image?w=9&h=9")
        _ = try await until("the backend hangs") { Files.exists("\(folder)/asked") ? true : nil }
        return (server, request)
    }

    @Test(
        "A server whose backend hangs ends within its grace time when it is told to, with the exit code as ever",
        arguments: [SIGTERM, SIGINT], [false, true])
    func once(signal: Int32, isIsolated: Bool) async throws {
        let (server, request) = try await hangingServer(isIsolated ? ["--isolation", "worker"] : [])
        kill(server.process.processIdentifier, signal)
        let result = try await onThread { server.process.wait(timeout: 60) }
        #expect(result.ending == .exited(signal == SIGINT ? 130 : 0), "\(result)")
        withExtendedLifetime(request) {}
    }

    @Test(
        "A server whose backend hangs ends at once when it is told a second time",
        arguments: [(SIGTERM, SIGTERM), (SIGTERM, SIGINT), (SIGINT, SIGTERM)])
    func twice(first: Int32, second: Int32) async throws {
        let (server, request) = try await hangingServer([])
        kill(server.process.processIdentifier, first)
        // Two of one kind that come together are one to the kernel: the first has to be taken before.
        let process = server.process.processIdentifier
        _ = try await until("the first signal is taken") { Self.hasPending(first, process) ? nil : true }
        let start = ContinuousClock.now
        kill(server.process.processIdentifier, second)
        let result = try await onThread { server.process.wait(timeout: 60) }
        #expect(result.ending == .exited(130), "\(result)")
        #expect(ContinuousClock.now - start < .seconds(4))
        withExtendedLifetime(request) {}
    }

    @Test("A server whose terminal is closed while its library hangs in opening ends within its grace time")
    func closedTerminal() async throws {
        let data = photos.surroundings.path("data")
        let arguments = [
            "serve", "--library", photos.path, "--data-dir", data, "--backend", try plugins.add("obeys_files"),
            "--listen", "127.0.0.1:0",
        ]
        // This one makes the folder that the backend looks into.
        _ = try await RunningServer(picker, arguments).end(SIGTERM)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: "\(data)/libraries").first)
        let folder = "\(data)/libraries/\(name)"
        #expect(FileManager.default.createFile(atPath: "\(folder)/open-late", contents: nil))
        defer { try? FileManager.default.removeItem(atPath: "\(folder)/open-late") }
        let file = photos.surroundings.path("number")
        let command = "echo $$ > \(file); exec \(PickerProgram.path) \(arguments.joined(separator: " "))"
        let terminal = try RunningSubprocess(
            "/usr/bin/script", ["-qc", command, "/dev/null"], environment: picker.environment)
        _ = try await until("the library is being opened") { Files.exists("\(folder)/opening") ? true : nil }
        let text = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        let number = try #require(pid_t(text))
        terminal.signal(SIGKILL)
        _ = try await onThread { terminal.wait() }
        _ = try await until("it ends") { kill(number, 0) == 0 ? nil : true }
    }

    /// Whether a signal waits to be taken by the process.
    private static func hasPending(_ signal: Int32, _ process: Int32) -> Bool {
        let status = FileManager.default.contents(atPath: "/proc/\(process)/status") ?? Data()
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let masks = lines.filter { $0.hasPrefix("ShdPnd:") }.compactMap {
            UInt64($0.split(separator: "\t")[1], radix: 16)
        }
        return masks.contains { $0 & 1 << UInt64(signal - 1) != 0 }
    }
}
