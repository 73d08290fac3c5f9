import Imaging
import PhotoFixtures
import PhotoModel
import Testing

@testable import VideoConversion
@testable import VideoMedia

@Suite("A video with H.264")
struct RemuxTests {
    /// Frames of H.264 in MP4.
    private let playable: [UInt8]

    init() throws { playable = try VideoConversion().convert(SampleVideo.quarters().mp4()) }

    @Test("stays as it is in MP4 and QuickTime")
    func playableAsItIs() throws {
        #expect(try VideoConversion().convert(VideoBytes(ImageSource(bytes: playable))) == nil)
    }

    @Test("loses its place without being encoded again")
    func withoutLocation() throws {
        let bytes = try VideoConversion(keepsLocation: false).convert(playable)
        #expect(try WrittenFile(bytes).box("mdat") == WrittenFile(playable).box("mdat"))
        let facts = try #require(
            try ImageDecoder.withVideo.metadata(of: ImageSource(bytes: bytes)).video)
        #expect(abs((facts.duration ?? 0) - 2) < 0.1)
    }

    @Test("moves from Matroska to MP4 without being encoded again")
    func matroska() throws {
        var still = try SampleVideo.quarters(64, 48)
        still.frames = [still.frames[0]]
        let written = WrittenFile(try VideoConversion().convert(still.mp4()))
        let frame = try written.box("mdat")
        let file = SampleMatroska(
            size: still.size, setup: try written.box("avcC"), frames: Array(repeating: frame, count: 20))
        let bytes = try VideoConversion().convert(file.bytes)
        #expect(MediaFormat.sniff(bytes) == .mp4)
        #expect(
            try WrittenFile(bytes).box("mdat") == Array(repeating: frame, count: 20).flatMap(\.self))
        let source = ImageSource(bytes: bytes)
        let facts = try #require(try ImageDecoder.withVideo.metadata(of: source).video)
        #expect(facts.size == still.size && abs((facts.duration ?? 0) - 2) < 0.1, "\(facts)")
        #expect(try ImageDecoder.withVideo.render(source, RenderRequest()).shows([0, 1, 2, 3]))
    }

    @Test("that is cut off is damaged, and so is one whose description is")
    func cutOff() {
        let conversion = VideoConversion(keepsLocation: false)
        for length in [playable.count * 9 / 10, playable.count / 2, playable.count / 10] {
            #expect(conversion.failure(Array(playable.prefix(length)))?.isCorrupt == true, "\(length)")
        }
    }

    @Test("of more bits, or with other sound, is playable in part")
    func playability() throws {
        func setup(_ profile: UInt8) -> CodecDescription {
            CodecDescription(name: "h264", setup: [1, profile, 0, 40])
        }
        for (profile, isPlayable) in [
            (66, true), (77, true), (100, true), (110, false), (122, false), (244, false),
        ] {
            #expect(setup(UInt8(profile)).isPlayableVideo == isPlayable)
        }
        #expect(!CodecDescription(name: "hevc", profile: 1).isPlayableVideo)
        #expect(CodecDescription(name: "h264", profile: 66 | 1 << 9).isPlayableVideo)
        #expect(!CodecDescription(name: "h264").isPlayableVideo)
    }
}
