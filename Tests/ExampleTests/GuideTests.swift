import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// A reader's way through docs/write-a-backend.md: its commands, in order, in one shell.
@Suite("docs/write-a-backend.md", .timeLimit(.minutes(20))) struct GuideTests {
    /// What stands between "```sh" and "```".
    private static let commands: String = {
        let path = PackagePaths.root + "/docs/write-a-backend.md"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```sh\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }.joined(separator: "\n")
    }()

    @Test("leads to a backend that conforms")
    func works() async throws {
        let picker = try await InstalledPicker()
        let pictures = "\(picker.home)/Pictures"
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try Data(try SamplePhoto.jpeg(96, 48)).write(to: URL(fileURLWithPath: "\(pictures)/IMG_0001.jpg"))
        // A machine that does other things besides is no reason to fail.
        let slow = "picker() { command picker \"$@\" $([ \"$1\" != conformance ] || echo --timeout-scale 4); }"
        let result = try await picker.run("bash", ["-euc", "\(slow)\n\(Self.commands)"], in: picker.home)
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("IMG_0001.jpg") && result.output.contains("my-photos  "), "\(result)")
        #expect(FileManager.default.fileExists(atPath: "\(picker.home)/my-photos/verdict.json"))
    }
}
