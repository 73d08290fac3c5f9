import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("picker serve and descriptors")
struct DescriptorLimitTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("1.jpg")
    }

    private func serve(ulimit: String, _ arguments: String...) async throws -> RunningServer {
        try await RunningServer(
            picker, ["serve", "--listen", "127.0.0.1:0", "--library", photos.path] + arguments, ulimit: ulimit)
    }

    /// The soft and the hard limit of descriptors of a process.
    private func limits(of process: Int32) throws -> [String] {
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        return line.split(separator: " ").dropFirst(3).prefix(2).map(String.init)
    }

    /// Of whichever thread.
    private static func children(of process: Int32) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").flatMap { thread in
            let list = try String(contentsOfFile: "/proc/\(process)/task/\(thread)/children", encoding: .utf8)
            return list.split(separator: " ").compactMap { Int32($0) }
        }
    }

    @Test("raises its limit as far as it may, and that of no program that it starts")
    func raised() async throws {
        let server = try await serve(ulimit: "-Sn 200 && ulimit -Hn 400", "--isolation", "worker")
        let process = server.process.processIdentifier
        #expect(try limits(of: process) == ["400", "400"])
        let worker = try #require(try Self.children(of: process).first)
        #expect(try limits(of: worker) == ["200", "400"])
        _ = try await server.end(SIGTERM)
    }

    @Test("answers, and does not spin, while more connections are held than it has descriptors")
    func exhausted() async throws {
        let server = try await serve(ulimit: "-n 64")
        var held: [HTTPConnection] = []
        for _ in 0..<150 { held.append(try await server.client.connection()) }
        let before = try processorTicks(server)
        try await Task.sleep(for: .seconds(2))
        let used = try processorTicks(server) - before
        // A server that tries to accept without a pause takes most of 200 ticks, even on a busy machine.
        #expect(used < 40, "\(used) hundredths of a second of processor time in 2 s")
        #expect(try await server.client.get("/picker/v1/session").status == 200)
        #expect(held.count == 150)
        _ = try await server.end(SIGTERM)
    }

    /// Hundredths of a second that the process has used.
    private func processorTicks(_ server: RunningServer) throws -> Int {
        let stat = try String(contentsOfFile: "/proc/\(server.process.processIdentifier)/stat", encoding: .utf8)
        let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
        return try #require(Int(fields[11])) + (try #require(Int(fields[12])))
    }
}
