import Foundation
import PhotoFixtures
import TestSupport
import Testing

/// The commands that README shows, run as they stand there on a library of the test.
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

    private static let endless = ["picker serve", "picker pick", "picker watch"]

    @Test("there are some")
    func some() { #expect(Self.commands.count >= 10) }

    @Test("work as they stand there", arguments: commands.filter { line in !endless.contains { line.hasPrefix($0) } })
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
        "pick and watch with options that exist",
        arguments: commands.filter { $0.contains("picker pick") || $0.contains("picker watch") })
    func options(command: String) async throws {
        // Behind --help nothing is run, but every option before it must be one.
        let words = command.split(separator: "|")[0].split(separator: " ").dropFirst().map(String.init)
        let help = try await PickerProgram()(words[0], "--help")
        for option in words where option.hasPrefix("--") { #expect(help.output.contains(option), "\(command)") }
    }
}
