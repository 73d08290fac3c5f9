import Foundation
import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@Suite(
    "Adding, whatever the backend", .timeLimit(.minutes(15)),
    .overFolders(because: "only ingest adds to it"))
struct WritingContractTests {
    private static let writable = BackendUnderTest.all

    private func opened(_ backend: BackendUnderTest) async throws -> (PhotoLibrary, FixtureFolder) {
        let folder = try FixtureFolder()
        try folder.writePhoto("Coast/a.jpg", width: 64, height: 48)
        return (try await backend.open(folder.path), folder)
    }

    @Test("saves a photo where a fetch, its identifier and its path find it, byte for byte", arguments: writable)
    func add(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { library.close() }
        let bytes = try SamplePhoto.jpeg(120, 90)
        let asset = try await library.add(NewAsset(filename: "new.jpg", bytes: bytes))
        #expect(asset.filename == "new.jpg" && asset.pixelWidth == 120 && asset.byteSize == Int64(bytes.count))
        #expect(try folder.bytes(asset.path.text) == bytes)
        #expect(try await library.asset(asset.localIdentifier) == asset)
        #expect(try await library.asset(asset.path.text) == asset)
        #expect(try await library.fetch().window(offset: 0, length: .max).contains(asset))
        let original = try await library.requestURLAsset(for: asset.localIdentifier)
        #expect(try await library.read(original.reference, offset: 0, count: bytes.count + 1) == bytes)
    }

    @Test("puts a photo into an editable album, under another name where it is taken", arguments: writable)
    func album(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { library.close() }
        let album = try #require(try await library.collections().first { $0.title == "Coast" })
        #expect(album.isEditable)
        let before = try folder.bytes("Coast/a.jpg")
        let new = NewAsset(filename: "a.jpg", bytes: try SamplePhoto.jpeg(32, 32))
        let asset = try await library.add(new, to: album)
        #expect(asset.path.text == "Coast/a (2).jpg")
        #expect(try folder.bytes("Coast/a.jpg") == before)
        #expect(try await library.count(of: .collection(album.localIdentifier)) == 2)
    }

    @Test("makes an album once, and it can be found and filled", arguments: writable)
    func createAlbum(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { withExtendedLifetime(folder) { library.close() } }
        let album = try await library.createAlbum(title: "Café")
        #expect(album.title == "Café" && album.isEditable)
        #expect(try await library.createAlbum(title: "Cafe\u{301}").localIdentifier == album.localIdentifier)
        #expect(try await library.collections().filter { $0.localIdentifier == album.localIdentifier }.count == 1)
        #expect(try await library.count(of: .collection(album.localIdentifier)) == 0)
        let asset = try await library.add(NewAsset(filename: "a.jpg", bytes: try SamplePhoto.jpeg()), to: album)
        let assets = try await library.fetch(.collection(album.localIdentifier)).window(offset: 0, length: 9)
        #expect(assets == [asset])
        #expect(try await library.collection(album.localIdentifier).title == "Café")
    }

    @Test("tells of an album that is made twice and then filled as of one that was there", arguments: writable)
    func albumChanges(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { withExtendedLifetime(folder) { library.close() } }
        guard library.backend.capabilities.contains(.collectionChanges) else { return }
        _ = try await library.refreshIndex()
        let album = try await library.createAlbum(title: "New")
        let token = try await library.changes(since: nil).last?.token
        #expect(try await library.createAlbum(title: "New").localIdentifier == album.localIdentifier)
        let again = try await library.changes(since: token)
        #expect(!again.contains { $0.subject == .collections && $0.identifiers.contains(album.localIdentifier) })
        _ = try await library.add(NewAsset(filename: "a.jpg", bytes: try SamplePhoto.jpeg()), to: album)
        let changes = try await library.changes(since: token)
        let told = changes.filter { $0.subject == .collections && $0.identifiers.contains(album.localIdentifier) }
        #expect(told.map(\.kind) == [.updated], "\(changes)")
    }

    @Test("makes an album that shows what another program puts into its folder", arguments: writable)
    func filledByAnother(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { library.close() }
        let album = try await library.createAlbum(title: "Shared").localIdentifier
        #expect(try await library.count(of: .collection(album)) == 0)
        if library.backend.capabilities.contains(.search) {
            #expect(try await library.search("photo", in: .collection(album)).count() == 0)
        }
        try folder.writePhoto("Shared/b.jpg", width: 64, height: 48)
        let hasIndex = library.backend.capabilities.contains(.index)
        if hasIndex { _ = try await library.refreshIndex() }
        let shown = try await library.fetch(.collection(album)).window(offset: 0, length: 9)
        #expect(shown.map(\.path.text) == ["Shared/b.jpg"])
        let listed = try await library.collections().filter { $0.localIdentifier == album }
        // One without an index may have what it counted before.
        #expect(listed.count == 1 && (!hasIndex || listed.first?.estimatedCount == 1), "\(listed)")
        #expect(try await library.keyAssets(of: album) == shown)
    }

    @Test("makes an album that is gone with its folder", arguments: writable)
    func removedByAnother(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { library.close() }
        let album = try await library.createAlbum(title: "Gone").localIdentifier
        try FileManager.default.removeItem(atPath: folder.path("Gone"))
        #expect(try await library.collections().contains { $0.localIdentifier == album } == false)
        let error = await #expect(throws: PhotoError.self) { try await library.collection(album) }
        #expect(error?.status == .notFound)
    }

    @Test("refuses what is no photo or video, bad names, and albums that are not there", arguments: writable)
    func refusals(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { library.close() }
        let photo = try SamplePhoto.jpeg()
        let nowhere = AssetCollection(localIdentifier: "cAAAAAAAAAAAAAAAAAAAAAA", title: "", type: .album)
        let cases: [(NewAsset, AssetCollection?, PhotoStatus)] = [
            (NewAsset(filename: "a.jpg", bytes: Array("text".utf8)), nil, .unsupportedFormat),
            (NewAsset(filename: "a.jpg", bytes: []), nil, .unsupportedFormat),
            (NewAsset(filename: "../a.jpg", bytes: photo), nil, .invalidArgument),
            (NewAsset(filename: "", bytes: photo), nil, .invalidArgument),
            (NewAsset(filename: ".a.jpg", bytes: photo), nil, .invalidArgument),
            (NewAsset(filename: "a.jpg", bytes: photo), nowhere, .notFound),
        ]
        for (asset, album, status) in cases {
            let error = await #expect(throws: PhotoError.self) { try await library.add(asset, to: album) }
            #expect(error?.status == status && error?.message.isEmpty == false, "\(asset.filename)")
        }
        for title in ["", "a/b", ".."] {
            let error = await #expect(throws: PhotoError.self) { try await library.createAlbum(title: title) }
            #expect(error?.status == .invalidArgument)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Coast"])
    }

    @Test("is reported to observers", arguments: writable)
    func observers(backend: BackendUnderTest) async throws {
        let (library, folder) = try await opened(backend)
        defer { withExtendedLifetime(folder) { library.close() } }
        let changes = try library.changeEvents()
        let adding = Task {
            // Again until it is heard of: observing may have begun a moment later.
            var number = 0
            while !Task.isCancelled {
                number += 1
                _ = try await library.add(NewAsset(filename: "\(number).jpg", bytes: try SamplePhoto.jpeg()))
                try await Task.sleep(for: .milliseconds(200))
            }
        }
        var iterator = changes.makeAsyncIterator()
        #expect(await iterator.next() != nil)
        adding.cancel()
        _ = try? await adding.value
    }
}
