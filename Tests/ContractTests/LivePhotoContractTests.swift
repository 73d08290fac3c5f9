import Imaging
import PhotoFixtures
import PhotoModel
import PickerHost
import TestSupport
import Testing

@Suite("Photos with a video, whatever the backend")
struct LivePhotoContractTests {
    private static let first = "11111111-2222-4333-8444-000000000001"
    private static let second = "11111111-2222-4333-8444-000000000002"

    private func roles(_ library: PhotoLibrary) async throws -> Set<[String]> {
        var found: Set<[String]> = []
        for asset in try await library.fetch().window(offset: 0, length: .max) {
            let details = try await library.details(of: asset.localIdentifier)
            #expect(details.asset == asset && details.representations.count == asset.representationCount)
            found.insert(details.representations.map { "\($0.filename) \($0.role)" })
        }
        return found
    }

    @Test("are Live Photos when name and identifier of a still and a video agree", arguments: BackendUnderTest.all)
    func pairs(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("agreeing.jpg", SampleLivePhoto.still(Self.first))
        try folder.write("agreeing.mov", SampleLivePhoto.video(Self.first.lowercased()))
        try folder.write("silent.jpg")
        try folder.write("silent.mov", SampleLivePhoto.video(Self.first))
        try folder.write("strange.jpg", SampleLivePhoto.still(Self.first))
        try folder.write("strange.mov", SampleLivePhoto.video(Self.second))
        try folder.write("lonely.jpg", SampleLivePhoto.still(Self.second))
        try folder.write("single.mov", SampleLivePhoto.video(Self.first))
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(
            try await roles(library) == [
                ["agreeing.jpg photo", "agreeing.mov pairedVideo"], ["silent.jpg photo", "silent.mov pairedVideo"],
                ["strange.jpg photo"], ["strange.mov video"], ["lonely.jpg photo"], ["single.mov video"],
            ])
        #expect(try await library.asset("agreeing.mov").mediaSubtypes == .livePhoto)
        #expect(try await library.asset("strange.jpg").mediaSubtypes == [])
    }

    @Test("hold the video in their own file, which is read in place", arguments: BackendUnderTest.all)
    func motionPhotos(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        let samples = try SampleMotionPhoto.all()
        for sample in samples { try folder.write("\(sample.name).\(sample.fileExtension)", sample.bytes) }
        let library = try await backend.open(folder.path)
        defer { library.close() }
        for sample in samples {
            let asset = try await library.asset("\(sample.name).\(sample.fileExtension)")
            #expect(asset.mediaType == .image && asset.mediaSubtypes == .livePhoto && asset.representationCount == 2)
            let video = try await library.requestVideo(for: asset.localIdentifier)
            #expect(video.representation.role == .pairedVideo && video.representation.filename == sample.name + ".mp4")
            #expect(video.representation.contentType == "public.mpeg-4")
            #expect(video.representation.byteOffset == Int64(sample.video.lowerBound))
            #expect(video.byteSize == Int64(SampleMotionPhoto.film.count))
            let whole = try await library.read(video.reference, offset: 0, count: 1 << 20)
            #expect(whole == SampleMotionPhoto.film, "\(sample)")
            let part = try await library.read(video.reference, offset: 4990, count: 1000)
            #expect(part == Array(SampleMotionPhoto.film[4990...]))
            #expect(try await library.read(video.reference, offset: 1 << 40, count: 10).isEmpty)
            let size = try await library.requestSize(of: [asset.localIdentifier], includesRepresentations: true)
            #expect(size.total == Int64(sample.bytes.count))
        }
    }

    @Test(
        "are another version when their file is another one",
        .overFolders(because: "what was brought in is read on"), arguments: BackendUnderTest.all)
    func changedMotionPhoto(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("photo.jpg", SampleMotionPhoto.google().bytes)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("photo.jpg")
        let video = try await library.requestVideo(for: asset.localIdentifier)
        try folder.write("photo.jpg")
        let error = await #expect(throws: PhotoError.self) {
            try await library.read(video.reference, offset: 0, count: 10)
        }
        #expect(error?.status == .changed)
    }

    @Test("with a video beside them have that one, not the one in the file", arguments: BackendUnderTest.all)
    func both(backend: BackendUnderTest) async throws {
        let folder = try FixtureFolder()
        try folder.write("IMG_1.jpg", SampleMotionPhoto.microVideo().bytes)
        try folder.write("IMG_1.mov", SampleMedia.quickTime)
        let library = try await backend.open(folder.path)
        defer { library.close() }
        #expect(try await roles(library) == [["IMG_1.jpg photo", "IMG_1.mov pairedVideo"]])
    }

    @Test(
        "of the corpus are pairs, of which the still is the poster",
        .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)), arguments: BackendUnderTest.all)
    func corpus(backend: BackendUnderTest) async throws {
        let library = try await backend.open(Corpus.path + "/live-photo")
        defer { library.close() }
        #expect(
            try await roles(library) == [
                ["IMG_1001.HEIC photo", "IMG_1001.MOV pairedVideo"],
                ["IMG_2001.JPG photo", "IMG_2001.MOV pairedVideo"],
            ])
        let readsHEIF = library.backend.capabilities.contains(.heif)
        let isShown = { (path: String) in path.hasSuffix("JPG") || (readsHEIF && path.hasSuffix("HEIC")) }
        for row in Corpus.rows(under: "live-photo/") where isShown(row.path) {
            let asset = try await library.asset(String(row.path.dropFirst("live-photo/".count)))
            let expected = try #require(row.orientedSize)
            #expect(asset.pixelWidth == expected.width && asset.pixelHeight == expected.height)
            let image = try await library.requestImage(
                for: asset.localIdentifier, options: ImageOptions(targetSize: nil)
            )
            .finalImage().pixels
            let colors = try #require(row.quadrants)
            let difference = zip(try image.quarters().joined(), colors.joined()).map { abs($0 - $1) }.max() ?? 255
            #expect(difference <= Corpus.colorTolerance, "\(row.path): \(difference)")
        }
    }
}
