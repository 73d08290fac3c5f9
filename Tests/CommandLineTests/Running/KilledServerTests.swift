import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("A server that is killed")
struct KilledServerTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        for number in 1...6 { try photos.write("\(number).jpg", try SamplePhoto.jpeg(300 + number * 10, 200)) }
    }

    /// Processes whose parent is one of these, from `/proc`.
    private static func children(of parent: Int32) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
            // After the name, which may have spaces: state, parent.
            let fields = String(decoding: text, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 1 && fields[1] == "\(parent)"
        }
    }

    @Test("leaves no worker; the next one removes its scratch, and its thumbnails are right")
    func killed() async throws {
        let temporary = picker.home.path("tmp")
        try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
        let words = [
            "serve", "--listen", "127.0.0.1:0", "--library", photos.path, "--isolation", "worker",
        ]
        let first = try await server(words)
        let right = try await first.images()
        _ = try await first.end(SIGTERM)
        for round in 0..<TestExtent.choose(2, all: 20) {
            let server = try await server(words)
            let process = server.process.processIdentifier
            let workers = Self.children(of: process)
            #expect(!workers.isEmpty)
            let load = Task { _ = try? await server.images() }
            try await Task.sleep(for: .milliseconds(round * 37 % 300))
            kill(process, SIGKILL)
            _ = await load.value
            _ = try await server.end()
            _ = try await until("the workers are gone") {
                workers.allSatisfy { !Files.exists("/proc/\($0)/fd") || Self.isZombie($0) } ? true : nil
            }
        }
        // What was left is old enough now.
        let left = Files.names(in: temporary).filter { $0.hasPrefix("picker-worker-") }
        #expect(!left.isEmpty)
        for name in left {
            #expect(try await picker.run("touch", ["-d", "1 hour ago", "\(temporary)/\(name)"]).succeeded)
        }
        let last = try await server(words)
        #expect(try await last.images() == right)
        _ = try await last.end(SIGTERM)
        #expect(Files.names(in: temporary).isEmpty)
    }

    private static func isZombie(_ process: Int32) -> Bool {
        let text = FileManager.default.contents(atPath: "/proc/\(process)/stat") ?? Data()
        return String(decoding: text, as: UTF8.self).contains(") Z ")
    }

    private func server(_ words: [String]) async throws -> RunningServer {
        try await RunningServer(picker, words, environment: ["TMPDIR": picker.home.path("tmp")])
    }
}
