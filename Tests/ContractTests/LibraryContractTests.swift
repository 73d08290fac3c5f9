import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("A library, whatever the backend")
struct LibraryContractTests {
    /// Three folders, one nested, and files at the root.
    private func makeFolder() throws -> FixtureFolder {
        let folder = try FixtureFolder()
        for name in ["root.jpg", "Coast/a.jpg", "Coast/b.jpg", "Coast/Rocks/c.jpg", "DCIM/100CAM/d.jpg"] {
            try folder.writePhoto(name, width: 64, height: 48)
        }
        for index in 0..<60 { try folder.writePhoto("Many/\(index).jpg", width: 16, height: 16) }
        return folder
    }

    @Test("has a camera roll with every asset once, however it is paged", arguments: BackendUnderTest.all)
    func paging(backend: BackendUnderTest) async throws {
        let folder = try makeFolder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let cameraRoll = try await library.cameraRoll()
        let scope = FetchScope.collection(cameraRoll.localIdentifier)
        let whole = try await library.fetch(scope).window(offset: 0, length: .max).map(\.localIdentifier)
        #expect(whole.count == 65)
        #expect(Set(whole).count == 65)
        for length in [1, 7, 64, 65, 66] {
            let result = try await library.fetch(scope)
            var paged: [String] = []
            while case let page = try await result.window(offset: paged.count, length: length), !page.isEmpty {
                paged += page.map(\.localIdentifier)
            }
            #expect(paged == whole)
            #expect(try await result.count() == 65)
        }
        #expect(try await library.count(of: scope) == 65)
    }

    @Test("has an album for each folder that holds media, with that folder's assets", arguments: BackendUnderTest.all)
    func albums(backend: BackendUnderTest) async throws {
        let folder = try makeFolder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let collections = try await library.allCollections()
        #expect(collections.first?.subtype == .cameraRoll)
        for (title, count) in [("Coast", 2), ("Rocks", 1), ("100CAM", 1), ("Many", 60)] {
            let album = try #require(collections.first { $0.title == title }, "\(title)")
            #expect(try await library.collection(album.localIdentifier).title == title)
            let result = try await library.fetch(.collection(album.localIdentifier))
            #expect(try await result.count() == count)
        }
        let event = try #require(collections.first { $0.title == "100CAM" })
        #expect(event.type == .event)
    }

    @Test("gives the same identifiers when it is opened again", arguments: BackendUnderTest.all)
    func stableIdentifiers(backend: BackendUnderTest) async throws {
        let folder = try makeFolder()
        var runs: [[String]] = []
        for _ in 0..<2 {
            let library = try await backend.open(folder.path)
            runs.append(try await library.fetch().window(offset: 0, length: .max).map(\.localIdentifier))
            library.close()
        }
        #expect(runs[0] == runs[1])
        let urlSafe = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(runs[0].allSatisfy { !$0.isEmpty && $0.count <= 64 && urlSafe.isSuperset(of: $0) })
    }

    @Test("keeps the filter of one fetch out of every other", arguments: BackendUnderTest.all)
    func filtersDoNotLeak(backend: BackendUnderTest) async throws {
        let folder = try makeFolder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let before = try await library.fetch()
        let videos = try await library.fetch(.all, options: FetchOptions(mediaTypes: .video))
        #expect(try await videos.count() == 0)
        #expect(try await before.count() == 65)
        #expect(try await library.fetch().count() == 65)
    }

    @Test("finds assets by identifier and by path, in the order asked for", arguments: BackendUnderTest.all)
    func lookUp(backend: BackendUnderTest) async throws {
        let folder = try makeFolder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let byPath = try await library.asset("Coast/Rocks/c.jpg")
        #expect(byPath.filename == "c.jpg")
        if backend.isOverFolders { #expect(try await library.asset(folder.path + "/Coast/Rocks/c.jpg") == byPath) }
        let other = try await library.asset("root.jpg")
        let asked = [byPath.localIdentifier, "unknown", other.localIdentifier]
        let found = try await library.assets(withIdentifiers: asked)
        #expect(found.map(\.filename) == ["c.jpg", "root.jpg"])
        let error = await #expect(throws: PhotoError.self) { try await library.asset("nothing.jpg") }
        #expect(error?.status == .notFound)
    }

    @Test("finds a photo whose name is not UTF-8 by a link from outside", arguments: BackendUnderTest.all)
    func linkToRawName(backend: BackendUnderTest) async throws {
        guard backend.isOverFolders else { return }
        let folder = try FixtureFolder()
        let name: [UInt8] = [0xE9] + Array(".jpg".utf8)
        try folder.write(rawName: name, try SamplePhoto.jpeg())
        let link = folder.surroundings.path("link.jpg")
        let target = (Array((folder.path + "/").utf8) + name).map { CChar(bitPattern: $0) } + [0]
        let made = symlink(target, link)
        #expect(made == 0)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(try await library.asset(link).path.bytes == name)
    }

    @Test("serves an empty folder", arguments: BackendUnderTest.all)
    func emptyFolder(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        defer { withExtendedLifetime(folder) {} }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(try await library.fetch().count() == 0)
        let cameraRoll = try await library.cameraRoll()
        #expect(try await library.keyAssets(of: cameraRoll.localIdentifier).isEmpty)
    }

    @Test("sums the bytes of photos and other media alike", arguments: BackendUnderTest.all)
    func byteSizes(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("a.jpg")
        let video: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + [UInt8](repeating: 0, count: 984)
        try folder.write("b.mp4", video)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let all = try await library.fetch().window(offset: 0, length: .max).map(\.localIdentifier)
        let sizes = try await library.requestSize(of: all + ["unknown"])
        #expect(sizes.total == Int64(try folder.bytes("a.jpg").count + 1000))
        #expect(sizes.nonImageCount == 1)
        #expect(sizes.missing == ["unknown"])
    }
}
