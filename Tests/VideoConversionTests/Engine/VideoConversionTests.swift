import Imaging
import PhotoFixtures
import PhotoModel
import Testing
import VideoMedia

@testable import VideoConversion

@Suite("A video that few players know")
struct VideoConversionTests {
    private func facts(_ bytes: [UInt8]) throws -> VideoFacts {
        try #require(try ImageDecoder.withVideo.metadata(of: ImageSource(bytes: bytes)).video)
    }

    private func poster(_ bytes: [UInt8]) throws -> PixelBuffer {
        try ImageDecoder.withVideo.render(ImageSource(bytes: bytes), RenderRequest())
    }

    @Test("becomes H.264 in MP4 with its size, length, speed and colours")
    func images() throws {
        let video = try SampleVideo.quarters(64, 48)
        for original in [video.mp4(), video.avi()] {
            let bytes = try VideoConversion().convert(original)
            #expect(MediaFormat.sniff(bytes) == .mp4)
            let facts = try facts(bytes)
            #expect(facts.videoCodec?.hasPrefix("avc1.64") == true && !facts.hasAudio)
            #expect(facts.size == video.size && facts.framesPerSecond == 10)
            #expect(abs((facts.duration ?? 0) - 2) < 0.1, "\(facts)")
            #expect(try poster(bytes).shows([0, 1, 2, 3]))
        }
    }

    @Test("is described before its frames, so that players can begin at once")
    func fastStart() throws {
        let file = WrittenFile(try VideoConversion().convert(SampleVideo.quarters().mp4()))
        let places = [file.offset(of: "moov"), file.offset(of: "mdat")]
        #expect(try #require(places[0]) < #require(places[1]))
    }

    @Test(
        "is upright",
        arguments: [(90, [2, 0, 3, 1]), (180, [3, 2, 1, 0]), (270, [1, 3, 0, 2])] as [(Int, [Int])])
    func rotation(degrees: Int, order: [Int]) throws {
        var video = try SampleVideo.quarters(64, 48)
        video.rotation = degrees
        let bytes = try VideoConversion().convert(video.mp4())
        let upright =
            degrees == 180 ? PixelSize(width: 64, height: 48) : PixelSize(width: 48, height: 64)
        #expect(try facts(bytes).size == upright)
        #expect(try poster(bytes).shows(order))
    }

    @Test("keeps the shape of its pixels, and loses an odd row and column")
    func sizes() throws {
        var video = try SampleVideo.quarters(60, 48)
        video.pixelAspect = 150
        #expect(
            try facts(VideoConversion().convert(video.mp4())).size == PixelSize(width: 90, height: 48))
        let odd = try VideoConversion().convert(SampleVideo.quarters(65, 49).mp4())
        #expect(try facts(odd).size == PixelSize(width: 64, height: 48))
        #expect(try poster(odd).shows([0, 1, 2, 3]))
    }

    @Test("shows each frame when the original does", arguments: [0, 0.55, 1.31, 1.9])
    func times(seconds: Double) throws {
        // The frame of a tenth of a second is as gray as the tenth says.
        let frames = try (0..<20).map {
            try SampleVideo.flat(Array(repeating: UInt8($0 * 10 + 20), count: 3))
        }
        let video = SampleVideo(frames: frames, size: PixelSize(width: 64, height: 48))
        let source = ImageSource(bytes: try VideoConversion().convert(video.avi()))
        let image = try VideoCodec().renderFrame(
            of: source, at: seconds, RenderRequest(), limits: .standard
        ).buffer
        let found = try #require(try image.quarterColors().first?.first)
        #expect(abs(found - (seconds * 10).rounded(.down) * 10 - 20) < 4, "\(found)")
    }

    @Test("has its sound as AAC, and as long")
    func sound() throws {
        var video = try SampleVideo.quarters()
        video.hasSound = true
        let facts = try facts(VideoConversion().convert(video.avi()))
        #expect(facts.audioCodec == "mp4a.40.2" && facts.videoCodec?.hasPrefix("avc1") == true)
        #expect(abs((facts.duration ?? 0) - 2) < 0.1, "\(facts)")
    }

    @Test("keeps its date and its camera, and its place unless that is to be left out")
    func metadata() throws {
        var video = try SampleVideo.quarters()
        video.creationTime = 3_778_418_045
        video.keys = [
            "com.apple.quicktime.creationdate": "2023-09-22T18:34:05+0200",
            "com.apple.quicktime.make": "Apple",
            "com.apple.quicktime.location.ISO6709": "+52.4597+013.3220+051.178/",
        ]
        let decoder = ImageDecoder.withVideo
        let original = try decoder.metadata(of: ImageSource(video))
        let kept = try decoder.metadata(of: ImageSource(bytes: VideoConversion().convert(video.mp4())))
        #expect(kept.dateTimeOriginal == original.dateTimeOriginal && kept.dateTimeOriginal != nil)
        #expect(kept.make == "Apple" && kept.location == original.location && kept.location != nil)
        let bytes = try VideoConversion(keepsLocation: false).convert(video.mp4())
        let without = try decoder.metadata(of: ImageSource(bytes: bytes))
        #expect(without.dateTimeOriginal == original.dateTimeOriginal && without.location == nil)
        video.keys = [:]
        let header = try decoder.metadata(
            of: ImageSource(bytes: VideoConversion().convert(video.mp4())))
        #expect(
            header.dateTimeOriginal
                == CivilTime(year: 2023, month: 9, day: 24, hour: 16, minute: 34, second: 5))
    }

    @Test("reports how many of its seconds are done, up to the end")
    func progress() throws {
        var reported: [Double] = []
        let video = VideoBytes(ImageSource(try SampleVideo.quarters()))
        _ = try VideoConversion().convert(
            video,
            progress: { seconds, total in
                #expect(total == 2)
                reported.append(seconds)
            })
        #expect(reported == reported.sorted() && reported.last.map { abs($0 - 2) < 0.01 } == true, "\(reported)")
    }
}
