import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// A reader's way through docs/write-a-backend.md: its commands, in order, in one shell for each part, and its sources.
@Suite(
    "docs/write-a-backend.md", .timeLimit(.minutes(30)), .serialized,
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"))
struct GuideTests {
    private static let headings = ["\n## Photos on a server\n", "\n## In Swift\n"]

    /// What comes before each of the headings, and what comes after the last.
    private static let parts: [String] = {
        let path = PackagePaths.root + "/docs/write-a-backend.md"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return headings.reduce([text]) { parts, heading in
            parts.dropLast() + (parts.last ?? "").components(separatedBy: heading)
        }
    }()

    /// The text between "```sh" and "```".
    private static func blocks(_ text: String, _ language: String) -> [String] {
        text.components(separatedBy: "```\(language)\n").dropFirst()
            .compactMap { $0.components(separatedBy: "\n```").first }
    }

    @Test("The commands of docs/write-a-backend.md make a backend that conforms")
    func works() async throws {
        let (picker, result) = try await follow(Self.parts[0])
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("IMG_0001.jpg") && result.output.contains("my-photos  "), "\(result)")
        #expect(FileManager.default.fileExists(atPath: "\(picker.home)/my-photos/verdict.json"))
    }

    @Test("The commands of docs/write-a-backend.md for photos on a server make a backend that shows those of a server")
    func server() async throws {
        try #require(Self.parts.count == 3, "a heading is gone")
        // Another one may have the port of the text; what was started ends with the shell, and has started when one goes on.
        let port = Int.random(in: 20_000..<30_000)
        let wait = "until (exec 3<> /dev/tcp/127.0.0.1/\(port)) 2> /dev/null; do sleep 0.1; done"
        let text =
            "```sh\ntrap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n```\n"
            + Self.parts[1].replacing("8042", with: "\(port)")
            .replacing("--key sesame &\n", with: "--key sesame &\n\(wait)\n")
        let (picker, result) = try await follow(text)
        #expect(result.succeeded, "\(result)")
        for words in ["Pictures answers as reader", "IMG_0001.jpg"] {
            #expect(result.output.contains(words), "\(result)")
        }
        #expect(result.errors.contains("\nOK\n"), "\(result)")
        for name in ["small.png", "copy.jpg"] {
            #expect(FileManager.default.fileExists(atPath: "\(picker.home)/my-server/\(name)"), "\(result)")
        }
    }

    @Test(
        "The commands of docs/write-a-backend.md for Swift make a backend that conforms, and one that shows its image",
        .enabled(if: TestExtent.isComplete, "BackendKit is compiled twice, which takes minutes"))
    func swift() async throws {
        try #require(Self.parts.count == 3, "a heading is gone")
        let part = Self.parts[2]
        let sources = Self.blocks(part, "swift")
        try #require(sources.count == 2)
        let names = ["Package.swift", "Sources/Backend/GreyCard.swift"].map { "grey-card/\($0)" }
        let files = Dictionary(uniqueKeysWithValues: zip(names, sources))
        let (picker, result) = try await follow(part, with: files)
        #expect(result.succeeded, "\(result)")
        #expect(result.output.contains("my-playlists.so") && result.output.contains("  best\n"), "\(result)")
        #expect(!result.output.contains("warning:") && !result.errors.contains("warning:"), "\(result)")
        let shown = try Data(contentsOf: URL(fileURLWithPath: "\(picker.home)/grey-card/card.png"))
        let card = try DecodedPhoto(Array(shown))
        #expect(card.size == PixelSize(width: 300, height: 200))
        #expect(card.quarters == [[Int]](repeating: [119, 119, 119], count: 4))
    }

    /// Calls of the kit with patience, since the machine may do other things besides. A run over all checks is one over
    /// some in the quick run: the same sources are checked completely by `ExampleConformanceTests`.
    private static let conformance = """
        picker() {
            case "$*" in
            conformance*--filter*|conformance*--list*|conformance*--explain*) command picker "$@" --timeout-scale 4 ;;
            conformance*) command picker "$@" --timeout-scale 4 \(TestExtent.isComplete ? "" : "--filter library.") ;;
            *) command picker "$@" ;;
            esac
        }
        """

    private func follow(
        _ text: String, with files: [String: String] = [:]
    ) async throws -> (InstalledPicker, Subprocess.Result) {
        let picker = try await InstalledPicker()
        let pictures = "\(picker.home)/Pictures"
        try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)
        try Data(try SamplePhoto.jpeg(96, 48)).write(to: URL(fileURLWithPath: "\(pictures)/IMG_0001.jpg"))
        for (name, text) in files {
            let file = URL(fileURLWithPath: "\(picker.home)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("\(text)\n".utf8).write(to: file)
        }
        let commands = "\(Self.conformance)\n\(Self.blocks(text, "sh").joined(separator: "\n"))"
        return (picker, try await picker.run("bash", ["-euc", commands], in: picker.home))
    }
}
