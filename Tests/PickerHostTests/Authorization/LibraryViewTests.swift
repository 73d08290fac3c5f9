import PhotoFixtures
import PhotoModel
import Platform
import TestSupport
import Testing

@testable import PickerHost

@Suite("What a view of a library lets its reader see", .timeLimit(.minutes(15)))
struct LibraryViewTests {
    /// A library of albums, and what is in each.
    private struct House {
        let library: PhotoLibrary
        /// The folder is gone with its last reference.
        let photos: FixtureFolder
        var albums: [String: [String]] = [:]
        var everything: [String] = []

        init(_ photos: FixtureFolder) async throws {
            self.photos = photos
            library = try await PhotoLibrary.open(
                LibraryConfiguration(root: photos.path, backend: .id("legacy-group")),
                registry: BackendRegistry(searchPath: .standard(environment: nil)))
            for album in try await library.allCollections() where album.type == .album {
                let result = try await library.fetch(.collection(album.localIdentifier))
                albums[album.localIdentifier] = try await result.window(offset: 0, length: .max).map(\.localIdentifier)
            }
            let all = try await library.fetch(.collection(library.cameraRoll().localIdentifier))
            everything = try await all.window(offset: 0, length: .max).map(\.localIdentifier)
        }

        func view(_ grants: LibraryGrants) -> LibraryView {
            LibraryView(of: library, grants: grants, members: CollectionMembers(of: library))
        }
    }

    private func photos() throws -> FixtureFolder {
        let photos = try FixtureFolder()
        for album in 0..<4 {
            for number in 0...album { _ = try photos.write("album-\(album)/\(number).jpg") }
        }
        for number in 0..<3 { _ = try photos.write("loose-\(number).jpg") }
        return photos
    }

    @Test("A backend that mistakes one identifier for another shows no reader what was not granted")
    func mistakenIdentifiers() async throws {
        let script = try LibraryScript { answers in
            answers.mistakesIdentifiers = true
            answers.assets = [sampleAsset("secret"), sampleAsset("granted")]
            answers.details = answers.assets.map { AssetDetails(asset: $0, representations: [], camera: nil) }
            answers.collections = [AssetCollection(localIdentifier: "secrets", title: "Secrets", type: .album)]
        }
        let library = try await script.open()
        defer { library.close() }
        let grants = LibraryGrants(assets: ["granted"], collections: ["album"])
        let view = LibraryView(of: library, grants: grants, members: CollectionMembers(of: library))
        #expect(try await view.assets(withIdentifiers: ["granted"]).allSatisfy { $0.localIdentifier == "granted" })
        #expect(try await view.grantedAssets(offset: 0, length: 9).allSatisfy { $0.localIdentifier == "granted" })
        let details = await #expect(throws: PhotoError.self) { try await view.details(of: "granted") }
        let album = await #expect(throws: PhotoError.self) { try await view.collection("album") }
        #expect(details?.status == .internal && album?.status == .internal)
    }

    @Test(
        "With random grants, every call gives what is granted and knows nothing of the rest",
        arguments: 0..<12 as Range<UInt64>)
    func randomGrants(seed: UInt64) async throws {
        let house = try await House(try photos())
        defer { house.library.close() }
        var random = SeededGenerator(seed: seed)
        let albums = house.albums.keys.sorted().shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
        let singles = house.everything.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
        let view = house.view(
            LibraryGrants(assets: Array(singles) + Array(singles.prefix(1)), collections: Array(albums)))
        let granted = Set(albums.flatMap { house.albums[$0] ?? [] }).union(singles)

        #expect(try await view.collections().map(\.localIdentifier) == Array(albums))
        #expect(try await view.collections().map(\.estimatedCount) == albums.map { house.albums[$0]?.count })
        #expect(try await view.collections().allSatisfy { $0.parent == nil && !$0.isEditable })
        #expect(try await view.grantedAssets(offset: 0, length: 99).map(\.localIdentifier) == Array(singles))
        #expect(
            try await view.assets(withIdentifiers: house.everything).map(\.localIdentifier)
                == house.everything.filter { granted.contains($0) })
        for identifier in house.everything {
            try await expect(view, identifier, isGranted: granted.contains(identifier))
            if !granted.contains(identifier) {
                // As of one whose grant is revoked while it is downloading.
                try await expectUnknown(view, try await house.library.requestURLAsset(for: identifier))
            }
        }
        for (album, members) in house.albums {
            if albums.contains(album) {
                let found = try await view.assets(of: album, offset: 1, length: 2)
                #expect(found.map(\.localIdentifier) == Array(members.dropFirst().prefix(2)))
            } else {
                try await expectUnknown { _ = try await view.assets(of: album, offset: 0, length: 9) }
                try await expectUnknown { _ = try await view.collection(album) }
            }
        }
    }

    private func expect(_ view: LibraryView, _ identifier: String, isGranted: Bool) async throws {
        #expect(try await view.allows(identifier) == isGranted)
        if isGranted {
            #expect(try await view.details(of: identifier).asset.localIdentifier == identifier)
            let original = try await view.requestURLAsset(for: identifier, role: nil)
            #expect(try await view.read(original.reference, offset: 0, count: 3).count == 3)
            return
        }
        let options = ImageOptions(targetSize: PixelSize(width: 8, height: 8))
        try await expectUnknown { _ = try await view.details(of: identifier) }
        try await expectUnknown { _ = try await view.requestURLAsset(for: identifier, role: nil) }
        try await expectUnknown { _ = try await view.requestVideo(for: identifier) }
        try await expectUnknown { _ = try await view.videoFacts(of: identifier) }
        try await expectUnknown {
            _ = try await view.read(RepresentationReference(localIdentifier: identifier), offset: 0, count: 3)
        }
        try await expectUnknown {
            _ = try await view.heldImage(
                of: identifier, asset: nil, options: options, encoding: .automatic(quality: 80), priority: .visible)
        }
        try await expectUnknown {
            _ = try await view.encodedImage(
                of: identifier, asset: nil, options: options, encoding: .automatic(quality: 80), priority: .visible)
        }
    }

    /// Of a file that the reader holds, nothing more is read.
    private func expectUnknown(_ view: LibraryView, _ original: OriginalFile) async throws {
        try await expectUnknown { _ = try await view.read(original.reference, offset: 0, count: 3) }
        try await expectUnknown { _ = try await view.compatiblePhoto(original, keepsLocation: true) }
        try await expectUnknown {
            _ = try await view.compatibleVideo(original, keepsLocation: true, progress: nil)
        }
        try await expectUnknown { _ = try await view.originalWithoutLocation(original) }
    }

    /// `.notFound`, with words that name nothing.
    private func expectUnknown(_ body: () async throws -> Void) async throws {
        do {
            try await body()
            Issue.record("it was given")
        } catch let error as PhotoError {
            #expect(error.status == .notFound)
            let words = ["there is no such photo or video here", "there is no such album here"]
            #expect(words.contains(error.message))
        }
    }

    @Test("Of what is not granted the backend is asked nothing")
    func noWork() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("known"), sampleAsset("granted")] }
        let library = try await script.open()
        defer { library.close() }
        let view = LibraryView(
            of: library, grants: LibraryGrants(assets: ["granted"]), members: CollectionMembers(of: library))
        let before = script.heard.withLock { $0.fetches.count }
        for identifier in ["known", "unknown"] {
            try await expectUnknown { _ = try await view.details(of: identifier) }
            #expect(try await view.assets(withIdentifiers: [identifier]).isEmpty)
        }
        #expect(script.heard.withLock { $0.fetches.count } == before)
        #expect(try await view.assets(withIdentifiers: ["unknown", "granted"]).map(\.localIdentifier) == ["granted"])
    }

    @Test("What left an album is granted no longer once a change was reported; no album is listed for each question")
    func leaving() async throws {
        let script = try LibraryScript { $0.assets = [sampleAsset("a"), sampleAsset("b")] }
        let library = try await script.open()
        defer { library.close() }
        let view = LibraryView(
            of: library, grants: LibraryGrants(collections: ["album"]), members: CollectionMembers(of: library))
        for _ in 1...50 { #expect(try await view.allows("a")) }
        #expect(script.heard.withLock { $0.fetches.count } < 50)
        script.answers.withLock { $0.assets = [sampleAsset("b")] }
        library.changes.send(.removed(["a"]))
        #expect(try await !view.allows("a"))
        #expect(try await view.allows("b"))
        try await expectUnknown { _ = try await view.details(of: "a") }
    }

    @Test("A granted album that is gone is left out of the list, and is unknown in the words for what never was")
    func goneAlbum() async throws {
        let script = try LibraryScript {
            $0.collections = [AssetCollection(localIdentifier: "album", title: "Album", type: .album)]
            $0.assets = [sampleAsset("a")]
        }
        let library = try await script.open()
        defer { library.close() }
        let grants = LibraryGrants(collections: ["gone", "album", "album"])
        let view = LibraryView(of: library, grants: grants, members: CollectionMembers(of: library))
        #expect(try await view.collections().map(\.localIdentifier) == ["album"])
        try await expectUnknown { _ = try await view.collection("gone") }
        try await expectUnknown { _ = try await view.collection("never granted") }
    }

    @Test("What comes into an album is granted as soon as it is listed, though no change was reported")
    func growing() async throws {
        let photos = try photos()
        let house = try await House(photos)
        defer { house.library.close() }
        let album = try #require(house.albums.min { $0.value.count < $1.value.count }?.key)
        let view = house.view(LibraryGrants(collections: [album]))
        #expect(try await view.collection(album).estimatedCount == 1)
        _ = try photos.write("album-0/new.jpg")
        let listed = try await view.assets(of: album, offset: 0, length: 9).map(\.localIdentifier)
        #expect(listed.count == 2)
        for identifier in listed { #expect(try await view.allows(identifier)) }
    }
}
