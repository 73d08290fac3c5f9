import Foundation
import PhotoFixtures
import TestSupport
import Testing

@Suite("Thumbnails of the desktop in picker thumbnails")
struct DesktopThumbnailTests {
    let picker: PickerProgram
    let photos: FixtureFolder

    init() throws {
        picker = try PickerProgram()
        photos = try FixtureFolder()
        try photos.write("dark.jpg", try SamplePhoto.plain(400, 300, level: 40))
        try photos.write("bright.jpg", try SamplePhoto.plain(400, 300, level: 200))
    }

    private var folder: String { picker.home.path(".cache/thumbnails/normal") }

    private func thumbnails(_ arguments: String...) async throws -> [String: [UInt8]] {
        let out = photos.surroundings.path("out-\(Int.random(in: 0..<Int.max))")
        let words = ["thumbnails", "--size", "128", "--thumbnail-cache", "0", "--library", photos.path, "--out", out]
        let result = try await picker.run(PickerProgram.path, words + arguments)
        #expect(result.status == 0, "\(result)")
        var files: [String: [UInt8]] = [:]
        for name in Files.names(in: out) where name.hasSuffix(".jpg") {
            files[name] = try Files.bytes("\(out)/\(name)")
        }
        return files
    }

    /// Writes thumbnails, and lets each of two photos have that of the other: whose picture is shown is seen then.
    private func exchange() async throws {
        _ = try await thumbnails("--desktop-thumbnails", "write")
        let paths = Files.names(in: folder).map { "\(folder)/\($0)" }
        try #require(paths.count == 2)
        let contents = try paths.map { try Files.bytes($0) }
        for (path, (own, other)) in zip(paths, [(contents[0], contents[1]), (contents[1], contents[0])]) {
            // The texts are in front of the pixels, which have the same length for plain pictures.
            let start = try #require(Data(own).range(of: Data("IDAT".utf8))).lowerBound - 4
            let otherStart = try #require(Data(other).range(of: Data("IDAT".utf8))).lowerBound - 4
            try Data(own[..<start] + other[otherStart...]).write(to: URL(filePath: path))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: path)
        }
    }

    @Test("are left alone unless the user says otherwise, and shown then")
    func shown() async throws {
        let own = try await thumbnails()
        #expect(own.count == 2 && !FileManager.default.fileExists(atPath: picker.home.path(".cache/thumbnails")))
        #expect(try await thumbnails("--desktop-thumbnails", "write") == own)
        try await exchange()
        #expect(try await thumbnails() == own)
        let shown = try await thumbnails("--desktop-thumbnails", "read")
        #expect(Set(shown.keys) == Set(own.keys) && shown.allSatisfy { own[$0.key] != $0.value })
        let config = try photos.surroundings.write("{\"desktopThumbnails\": \"read\"}", to: "config.json")
        #expect(try await thumbnails("--config", config) == shown)
        #expect(try await thumbnails("--config", config, "--desktop-thumbnails", "off") == own)
        let wrong = try photos.surroundings.write("{\"desktopThumbnails\": true}", to: "wrong.json")
        try await picker("doctor", "--config", wrong).expectFailure(64, naming: "desktopThumbnails")
        let unknown = try photos.surroundings.write("{\"desktopThumbnails\": \"maybe\"}", to: "unknown.json")
        try await picker("doctor", "--config", unknown).expectFailure(64, naming: "desktopThumbnails")
    }

    @Test("are not parsed when the library is isolated, and written all the same")
    func isolated() async throws {
        let own = try await thumbnails("--isolation", "worker", "--desktop-thumbnails", "write")
        #expect(Files.names(in: folder).count == 2)
        try await exchange()
        #expect(try await thumbnails("--isolation", "worker", "--desktop-thumbnails", "read") == own)
        #expect(try await thumbnails("--desktop-thumbnails", "read") != own)
    }
}
