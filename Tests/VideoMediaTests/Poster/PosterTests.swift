import Imaging
import PhotoFixtures
import PhotoModel
import Testing
import VideoMedia

@Suite("The poster of a video")
struct PosterTests {
    private func poster(_ video: SampleVideo, _ request: RenderRequest = RenderRequest()) throws -> PixelBuffer {
        try ImageDecoder.withVideo.render(ImageSource(video), request)
    }

    @Test("is the first frame when that shows something")
    func firstFrame() throws {
        let image = try poster(.quarters(64, 48))
        #expect(image.size == PixelSize(width: 64, height: 48))
        #expect(try image.shows([0, 1, 2, 3]))
    }

    @Test(
        "is upright",
        arguments: [(90, [2, 0, 3, 1]), (180, [3, 2, 1, 0]), (270, [1, 3, 0, 2])] as [(Int, [Int])])
    func rotation(degrees: Int, order: [Int]) throws {
        var video = try SampleVideo.quarters(64, 48)
        video.rotation = degrees
        let image = try poster(video, RenderRequest(targetSize: PixelSize(width: 40, height: 40)))
        #expect(
            image.size
                == (degrees == 180 ? PixelSize(width: 40, height: 30) : PixelSize(width: 30, height: 40)))
        #expect(try image.shows(order))
    }

    @Test("fills, cuts and enlarges as photos do")
    func geometry() throws {
        let video = try SampleVideo.quarters(64, 48)
        let square = RenderRequest(targetSize: PixelSize(width: 32, height: 32), contentMode: .aspectFill)
        #expect(try poster(video, square).size == PixelSize(width: 32, height: 32))
        let large = RenderRequest(targetSize: PixelSize(width: 128, height: 128), resizeMode: .exact)
        #expect(try poster(video, large).size == PixelSize(width: 128, height: 96))
        let part = RenderRequest(crop: PixelRect(x: 0, y: 0, width: 32, height: 24))
        #expect(try poster(video, part).size == PixelSize(width: 32, height: 24))
    }

    @Test("has the shape of the image where pixels are not square")
    func pixelAspect() throws {
        var video = try SampleVideo.quarters(60, 48)
        video.pixelAspect = 150
        let image = try poster(video)
        #expect(image.size == PixelSize(width: 90, height: 48))
        #expect(try image.shows([0, 1, 2, 3]))
    }

    @Test("is neither black nor one colour when there is a better frame")
    func skipsPlainFrames() throws {
        var video = try SampleVideo.quarters(64, 48)
        let black = try SampleVideo.flat([0, 0, 0])
        let white = try SampleVideo.flat([250, 250, 250])
        video.frames = Array(repeating: black, count: 5) + [white] + video.frames
        #expect(try poster(video).shows([0, 1, 2, 3]))
        #expect(
            try ImageDecoder.withVideo.render(ImageSource(bytes: video.avi()), RenderRequest()).shows([0, 1, 2, 3]))
    }

    @Test("of a video that is black all through is black")
    func allBlack() throws {
        let video = SampleVideo(
            frames: Array(repeating: try SampleVideo.flat([0, 0, 0]), count: 30), size: PixelSize(width: 64, height: 48)
        )
        let colors = try poster(video).quarterColors()
        #expect(colors.joined().allSatisfy { $0 < 4 })
    }

    @Test("at a time is the frame that is on the screen then", arguments: [0, 0.09, 0.1, 0.55, 1.89, 1.9, 7, -1])
    func atTime(seconds: Double) throws {
        // The frame of a tenth of a second is as gray as the tenth says.
        let frames = try (0..<20).map { try SampleVideo.flat(Array(repeating: UInt8($0 * 10 + 20), count: 3)) }
        let video = SampleVideo(frames: frames, size: PixelSize(width: 64, height: 48))
        let expected = min(19, max(0, Int((seconds * 10 + 1e-9).rounded(.down)))) * 10 + 20
        for source in [ImageSource(video), ImageSource(bytes: video.avi())] {
            let image = try VideoCodec().renderFrame(of: source, at: seconds, RenderRequest(), limits: .standard).buffer
            let found = try #require(try image.quarterColors().first?.first)
            #expect(abs(found - Double(expected)) < 3, "\(found) instead of \(expected)")
        }
    }
}
