import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// A reader's way through docs/write-a-backend.md: its commands, in order, in one shell for each language.
@Suite("docs/write-a-backend.md", .timeLimit(.minutes(30)), .serialized) struct GuideTests {
    private static let heading = "\n## In Swift\n"

    /// What comes before the heading for Swift, and what comes after it.
    private static let parts: [String] = {
        let path = PackagePaths.root + "/docs/write-a-backend.md"
        return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").components(separatedBy: heading)
    }()

    /// What stands between "```sh" and "```".
    private static func commands(_ text: String) -> String {
        text.components(separatedBy: "```sh\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }.joined(separator: "\n")
    }

    @Test("leads to a backend that conforms")
    func works() async throws {
        let (picker, result) = try await follow(Self.parts[0])
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("IMG_0001.jpg") && result.output.contains("my-photos  "), "\(result)")
        #expect(FileManager.default.fileExists(atPath: "\(picker.home)/my-photos/verdict.json"))
    }

    @Test("leads to a backend in Swift that conforms, and where BackendKit is")
    func swift() async throws {
        let part = try #require(Self.parts.dropFirst().first, "the heading is gone")
        let (picker, result) = try await follow(part)
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("my-playlists.so") && result.output.contains("  best\n"), "\(result)")
        let package = try #require(result.output.split(separator: "\n").last)
        #expect(FileManager.default.fileExists(atPath: "\(package)/Package.swift"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: "\(picker.home)/my-playlists/photo-playlists.backend.json"))
    }

    private func follow(_ text: String) async throws -> (InstalledPicker, Subprocess.Result) {
        let picker = try await InstalledPicker()
        let pictures = "\(picker.home)/Pictures"
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try Data(try SamplePhoto.jpeg(96, 48)).write(to: URL(fileURLWithPath: "\(pictures)/IMG_0001.jpg"))
        // A machine that does other things besides is no reason to fail.
        let slow = "picker() { command picker \"$@\" $([ \"$1\" != conformance ] || echo --timeout-scale 4); }"
        let commands = "\(slow)\n\(Self.commands(text))"
        return (picker, try await picker.run("bash", ["-euc", commands], in: picker.home))
    }
}
