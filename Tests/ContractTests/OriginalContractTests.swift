import PhotoFixtures
import PhotoModel
import PickerHost
import Testing

@Suite("Originals, whatever the backend")
struct OriginalContractTests {
    @Test("equal the file in any range", arguments: BackendUnderTest.all)
    func ranges(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg")
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let expected = try folder.bytes("photo.jpg")
        let asset = try await library.asset("photo.jpg")
        let original = try await library.requestURLAsset(for: asset.localIdentifier)
        #expect(original.byteSize == Int64(expected.count))
        if backend.isOverFolders { #expect(original.path == Array((folder.path + "/photo.jpg").utf8)) }
        for (offset, count) in [(0, expected.count), (0, 1), (17, 1000), (expected.count - 5, 100)] {
            let bytes = try await library.read(original.reference, offset: Int64(offset), count: count)
            #expect(bytes == Array(expected[offset..<min(expected.count, offset + count)]))
        }
        #expect(try await library.read(original.reference, offset: Int64(expected.count), count: 10).isEmpty)
    }

    @Test(
        "that were replaced are a clear error, not a mixture",
        .overFolders(because: "what was brought in is read on"), arguments: BackendUnderTest.all)
    func changedFile(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg")
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("photo.jpg")
        let original = try await library.requestURLAsset(for: asset.localIdentifier)
        try folder.writePhoto("photo.jpg", width: 100, height: 100)
        let error = await #expect(throws: PhotoError.self) {
            try await library.read(original.reference, offset: 0, count: 100)
        }
        #expect(error?.status == .changed)
    }

    @Test("of a RAW and JPEG pair are two representations of one asset", arguments: BackendUnderTest.all)
    func representations(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("IMG_1.jpg")
        // The head of a Canon CR2 file: TIFF with the maker's mark.
        let head: [UInt8] = [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0]
        try folder.write("IMG_1.CR2", head + [UInt8](repeating: 0, count: 2000))
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(try await library.fetch().count() == 1)
        let asset = try await library.asset("IMG_1.jpg")
        #expect(try await library.asset("IMG_1.CR2") == asset)
        let details = try await library.details(of: asset.localIdentifier)
        #expect(details.representations.map(\.role) == [.photo, .raw])
        let raw = try await library.requestURLAsset(for: asset.localIdentifier, role: .raw)
        #expect(raw.byteSize == 2016)
    }

    @Test("of videos can be played: content type, size and bytes", arguments: BackendUnderTest.all)
    func video(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.writePhoto("photo.jpg")
        try folder.write(
            "film.mp4", [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0] + [UInt8](repeating: 7, count: 84))
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let film = try await library.asset("film.mp4")
        let video = try await library.requestVideo(for: film.localIdentifier)
        #expect(video.byteSize == 100)
        #expect(video.representation.contentType == "public.mpeg-4")
        let photo = try await library.asset("photo.jpg")
        let error = await #expect(throws: PhotoError.self) {
            try await library.requestVideo(for: photo.localIdentifier)
        }
        #expect(error?.status == .notFound)
    }
}
