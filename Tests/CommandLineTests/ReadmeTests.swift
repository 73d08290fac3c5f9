import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// The commands that README shows, run as they are written on a library of the test.
@Suite("The commands of README.md")
struct ReadmeTests {
    /// `picker …` lines of the shell snippets that end by themselves; servers have suites of their own.
    private static let commands: [String] = {
        let text = (try? String(contentsOfFile: PackagePaths.root + "/README.md", encoding: .utf8)) ?? ""
        var isShell = false
        var found: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isShell = line == "```sh" }
            if isShell, line.hasPrefix("picker ") { found.append(String(line)) }
        }
        return found
    }()

    /// Those that do not end, and those that need one of them.
    private static let servers = ["picker serve", "picker pick", "picker watch", "picker ctl"]

    @Test("there are some")
    func some() { #expect(Self.commands.count >= 10) }

    /// Takes as long as everything else together, and `ConformanceTests` runs it, too.
    private static let long = TestExtent.choose(["picker conformance"], all: [])

    @Test(
        "work as they are written",
        arguments: commands.filter { line in !(servers + long).contains { line.hasPrefix($0) } })
    func works(command: String) async throws {
        let picker = try PickerProgram()
        let pictures = picker.home.path("Pictures")
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        let downloads = picker.home.path("Downloads")
        try FileManager.default.createDirectory(atPath: downloads, withIntermediateDirectories: true)
        for path in ["\(pictures)/IMG_0001.jpg", "\(pictures)/IMG_0002.jpg", "\(downloads)/IMG_0003.jpg"] {
            try Data(try SamplePhoto.jpeg(1200, 900)).write(to: URL(fileURLWithPath: path))
        }
        let plugin = "\(PackagePaths.buildFolder)/libLegacyGroupBackend.so"
        let line = command.replacingOccurrences(of: "~", with: picker.home.path)
            .replacingOccurrences(of: "./my-backend.so", with: plugin)
            .replacingOccurrences(of: "--out ", with: "--out \(picker.home.path)/")
        let arguments = line.split(separator: " ").dropFirst().map(String.init)
        let result = try await picker.run(PickerProgram.path, arguments)
        #expect(result.succeeded, "\(command): \(result.errors)")
    }

    @Test(
        "those that are not run have options that exist",
        arguments: commands.filter { line in (servers + long).contains { line.hasPrefix($0) } })
    func options(command: String) async throws {
        // After --help nothing is run, but every option before it must be one.
        let words = command.split(separator: "|")[0].split(separator: " ").dropFirst().map(String.init)
        let help = try await PickerProgram()(words[0], "--help")
        for option in words where option.hasPrefix("--") { #expect(help.output.contains(option), "\(command)") }
    }
}
