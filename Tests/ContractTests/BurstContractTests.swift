import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@Suite("Bursts, whatever the backend")
struct BurstContractTests {
    private static func applePhoto() throws -> [UInt8] {
        SampleBurst.photo(of: "2B4E1A3C-1111-4222-8333-444455556666", in: try SamplePhoto.jpeg())
    }

    @Test("are known by what the camera wrote, into the photo or its name", arguments: BackendUnderTest.all)
    func known(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("IMG_1.jpg", Self.applePhoto())
        for name in ["IMG_20190101_120000_BURST001.jpg", "IMG_20190101_120000.jpg"] { try folder.writePhoto(name) }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let assets = try await library.fetch().window(offset: 0, length: .max)
        let bursts = assets.filter { $0.mediaSubtypes.contains(.burst) }.map(\.filename).sorted()
        #expect(bursts == ["IMG_1.jpg", "IMG_20190101_120000_BURST001.jpg"])
        var options = FetchOptions()
        options.anySubtypes = .burst
        guard backend.id == "fetch-result" else { return }
        #expect(try await library.fetch(.all, options: options).count() == 2)
        let album = try #require(try await library.allCollections().first { $0.subtype == .bursts })
        #expect(try await library.count(of: .collection(album.localIdentifier)) == 2)
    }

    @Test("are shown by one photo each where that is asked for, or not at all", arguments: BackendUnderTest.all)
    func stacked(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        let photo = try Self.applePhoto()
        for name in ["IMG_1.jpg", "IMG_2.jpg", "other/IMG_3.jpg"] { try folder.write(name, photo) }
        for name in ["A_BURST001.jpg", "A_BURST002_COVER.jpg", "A_BURST003.jpg", "B_BURST001.jpg", "plain.jpg"] {
            try folder.writePhoto(name)
        }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        var options = FetchOptions()
        options.noSubtypes = .stacked
        guard library.backend.capabilities.contains(.stacks) else {
            let error = await #expect(throws: PhotoError.self) { try await library.fetch(.all, options: options) }
            #expect(error?.status == .unsupported)
            let assets = try await library.fetch().window(offset: 0, length: .max)
            return #expect(assets.allSatisfy { !$0.mediaSubtypes.contains(.stacked) })
        }
        let shown = try await library.fetch(.all, options: options).window(offset: 0, length: .max)
        #expect(
            shown.map(\.filename).sorted()
                == ["A_BURST002_COVER.jpg", "B_BURST001.jpg", "IMG_1.jpg", "IMG_3.jpg", "plain.jpg"])
        (options.anySubtypes, options.noSubtypes) = (.stacked, [])
        let stacked = try await library.fetch(.all, options: options).window(offset: 0, length: .max)
        #expect(stacked.map(\.filename).sorted() == ["A_BURST001.jpg", "A_BURST003.jpg", "IMG_2.jpg"])
        #expect(stacked.allSatisfy { $0.mediaSubtypes.isSuperset(of: [.burst, .stacked]) })
    }
}
