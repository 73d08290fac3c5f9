import PhotoModel
import Testing

@testable import PickerHost

@Suite("A name from a backend, of which files are made") struct NameTests {
    private func window(_ assets: [Asset]) async throws -> [Asset] {
        let script = try LibraryScript { $0.assets = assets }
        let library = try await script.open()
        defer { library.close() }
        return try await library.fetch(.all).window(offset: 0, length: 100)
    }

    @Test("leads out of no folder")
    func filenames() async throws {
        let names = ["a.jpg", "", ".", "..", "../.profile", "a/b.jpg", "a\0.jpg", "..jpg", "ü.jpg"]
        let assets = names.enumerated().map { index, name in
            var asset = sampleAsset("a\(index)")
            asset.filename = name
            return asset
        }
        let found = try await window(assets).map(\.filename)
        #expect(found == ["a.jpg", "", "_", "_", ".._.profile", "a_b.jpg", "a_.jpg", "..jpg", "ü.jpg"])
    }

    @Test(
        "has a path that stays in the library",
        arguments: [
            ("a/b.jpg", "a/b.jpg"), ("/etc/passwd", "etc/passwd"), ("../a.jpg", "a.jpg"), ("a/../../b.jpg", "a/b.jpg"),
            ("..", ""), ("a/..b/...jpg", "a/..b/...jpg"), ("a\0/../b", "a/b"), ("a/..", "a"),
        ])
    func paths(given: String, kept: String) async throws {
        var asset = sampleAsset("a")
        asset.path = AssetPath(bytes: Array(given.utf8))
        let found = try await window([asset])
        #expect(found.map(\.path) == [AssetPath(bytes: Array(kept.utf8))])
    }

    @Test(
        "ends the call where it is no identifier",
        arguments: ["../../.bashrc", "", "a b", "ä", "a\0b", "a.b", "a@b", "a[b", "a`b", "a{b", "a/b", "a:b"])
    func identifiers(given: String) async throws {
        let error = await #expect(throws: PhotoError.self) {
            _ = try await window([sampleAsset("a"), sampleAsset(given)])
        }
        #expect(
            error?.status == .internal && error?.message.contains("identifier") == true, "\(String(describing: error))")
        #expect(String(repeating: "a", count: 64).isLocalIdentifier)
        #expect(!String(repeating: "a", count: 65).isLocalIdentifier)
    }
}
