import PhotoFixtures
import PhotoModel
import PickerHost
import Pixels
import TestSupport
import Testing

@Suite("Contract: videos")
struct VideoContractTests {
    /// A folder with a video that was held sideways, of the place where it was recorded.
    private func folder() throws -> PhotoFolder {
        let folder = try PhotoFolder()
        var video = try SampleVideo.quarters(64, 48)
        video.rotation = 90
        video.framesPerSecond = 125
        video.keys = [
            "com.apple.quicktime.creationdate": "2023-09-22T18:34:05+0200",
            "com.apple.quicktime.location.ISO6709": "+52.4597+013.3220+051.178/",
            "com.apple.quicktime.make": "Apple",
        ]
        try folder.write("film.mp4", video.mp4())
        return folder
    }

    @Test("have their size, length, date and place in their records", arguments: BackendUnderTest.all)
    func record(backend: BackendUnderTest) async throws {
        let folder = try folder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("film.mp4")
        #expect(asset.mediaType == .video)
        #expect(asset.pixelWidth == 48 && asset.pixelHeight == 64)
        #expect(asset.duration == 0.16)
        #expect(asset.mediaSubtypes == .highFrameRate)
        #expect(asset.creation?.time.iso8601(offsetMinutes: 120) == "2023-09-22T18:34:05+02:00")
        #expect(asset.creation?.offsetMinutes == 120 && asset.creation?.source == .metadata)
        #expect(asset.location == Location(latitude: 52.4597, longitude: 13.322))
        let details = try await library.details(of: asset.localIdentifier)
        #expect(details.camera?.make == "Apple")
        #expect(details.representations.first?.pixelWidth == 48)
    }

    @Test("have a poster in any size, like photos", arguments: BackendUnderTest.all)
    func poster(backend: BackendUnderTest) async throws {
        let folder = try folder()
        let library = try await backend.open(folder.path)
        defer { library.close() }
        let asset = try await library.asset("film.mp4")
        let options = ImageOptions(targetSize: PixelSize(width: 32, height: 32), resizeMode: .exact)
        let image = try await library.requestImage(for: asset.localIdentifier, options: options).finalImage()
        #expect(image.image.size == PixelSize(width: 24, height: 32))
        let full = try await library.requestFullResolutionImage(for: asset.localIdentifier).finalImage().image
        #expect(full.size == PixelSize(width: 48, height: 64))
        let upright = [2, 0, 3, 1].map { SamplePhoto.colors[$0].map(Double.init) }
        // Where quarters meet, JPEG mixes them.
        for (mean, color) in zip(try full.quarters(), upright) {
            #expect(zip(mean, color).allSatisfy { abs($0 - $1) < 16 }, "\(mean) \(color)")
        }
        let encoded = try await library.encodedImage(
            of: asset.localIdentifier, options: options, encoding: .jpeg(quality: 80))
        #expect(!encoded.placeholder.isEmpty)
    }

    @Test("that are damaged are listed, and say so when asked for an image", arguments: BackendUnderTest.all)
    func damaged(backend: BackendUnderTest) async throws {
        let folder = try PhotoFolder()
        try folder.write("cut.mp4", try SampleVideo.quarters().mp4WithoutDescription())
        try folder.write("sound.mp4", try SampleVideo.quarters().soundOnly())
        let library = try await backend.open(folder.path)
        defer { library.close() }
        for (name, status) in [("cut.mp4", PhotoStatus.corruptMedia), ("sound.mp4", .unsupportedFormat)] {
            let asset = try await library.asset(name)
            #expect(asset.mediaType == .video && asset.pixelWidth == 0)
            #expect(asset.duration == (name == "cut.mp4" ? nil : 2))
            let error = await #expect(throws: PhotoError.self) {
                try await library.requestFullResolutionImage(for: asset.localIdentifier).finalImage()
            }
            #expect(error?.status == status, "\(error as Any)")
        }
    }
}
