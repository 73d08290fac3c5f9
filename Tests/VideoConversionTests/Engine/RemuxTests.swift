import Foundation
import Imaging
import PhotoFixtures
import PhotoModel
import TestSupport
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

    @Test("in Matroska is moved to MP4 although its first frame says that it is shown for millions of years")
    func hugeDuration() throws {
        var still = try SampleVideo.quarters(64, 48)
        still.frames = [still.frames[0]]
        let written = WrittenFile(try VideoConversion().convert(still.mp4()))
        let frame = try written.box("mdat")
        var file = SampleMatroska(
            size: still.size, setup: try written.box("avcC"), frames: Array(repeating: frame, count: 20))
        // Twice that, for two frames that are shown later than they are decoded, is more than 64 bits have.
        file.firstDuration = 1 << 62
        let bytes = try VideoConversion().convert(file.bytes)
        #expect(try WrittenFile(bytes).box("mdat") == Array(repeating: frame, count: 20).flatMap(\.self))
    }

    @Test("loses the place that a camcorder wrote beside its pictures, and nothing else", arguments: [false, true])
    func camcorder(keepsLocation: Bool) throws {
        var still = try SampleVideo.quarters(64, 48)
        still.frames = [still.frames[0]]
        let written = WrittenFile(try VideoConversion().convert(still.mp4()))
        let unit = SampleDVPacks.all.unit
        let length = withUnsafeBytes(of: UInt32(unit.count).bigEndian) { Array($0) }
        let frame = try length + unit + written.box("mdat")
        let file = SampleMatroska(
            size: still.size, setup: try written.box("avcC"), frames: Array(repeating: frame, count: 20))
        let bytes = try VideoConversion(keepsLocation: keepsLocation).convert(file.bytes)
        let source = ImageSource(bytes: bytes)
        let metadata = try ImageDecoder.withVideo.metadata(of: source)
        #expect(metadata.dateTimeOriginal == CivilTime("2011:04:05 13:01:02+01:00"))
        #expect(metadata.model == "DSC-HX7V")
        #expect((metadata.location != nil) == keepsLocation)
        let left = SampleDVPacks(keepsLocation ? SampleDVPacks.all.packs : SampleDVPacks.date + SampleDVPacks.camera)
        let expected = withUnsafeBytes(of: UInt32(left.unit.count).bigEndian) { Array($0) } + left.unit
        #expect(
            try WrittenFile(bytes).box("mdat")
                == Array(repeating: try expected + written.box("mdat"), count: 20).flatMap(\.self))
        #expect(try ImageDecoder.withVideo.render(source, RenderRequest()).shows([0, 1, 2, 3]))
    }

    /// Frames of 4:4:4 are encoded again, and the others are copied.
    @Test(
        "loses it between start codes as well, and where it is encoded again",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"),
        arguments: ["yuv420p", "yuv444p"])
    func transportStream(pixels: String) throws {
        let folder = try TemporaryFolder()
        let (stream, path) = (folder.path("a.h264"), folder.path("a.ts"))
        let input =
            "-loglevel error -f lavfi -i testsrc=size=64x48:rate=25:duration=1 -pix_fmt \(pixels) -c:v libx264 -bf 0 -f h264"
        try #require(try Subprocess.run("ffmpeg", input.split(separator: " ").map(String.init) + [stream]).succeeded)
        let pictures = [UInt8](try Data(contentsOf: URL(filePath: stream)))
        try Data(SampleDVPacks.all.inserted(in: pictures)).write(to: URL(filePath: stream))
        let copying = ["-loglevel", "error", "-framerate", "25", "-i", stream, "-c", "copy", path]
        try #require(try Subprocess.run("ffmpeg", copying).succeeded)
        let original = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for keepsLocation in [true, false] {
            let bytes = try VideoConversion(keepsLocation: keepsLocation).convert(original)
            let metadata = try ImageDecoder.withVideo.metadata(of: ImageSource(bytes: bytes))
            #expect(metadata.dateTimeOriginal == CivilTime("2011:04:05 13:01:02+01:00"))
            let place = keepsLocation ? Location(latitude: -35.51, longitude: -139.75) : nil
            #expect(metadata.make == "Sony" && metadata.model == "DSC-HX7V")
            #expect(metadata.location == place && metadata.altitude == (keepsLocation ? 12.5 : nil))
            let places = SampleDVPacks.place.count { pack in bytes.contains(pack) }
            #expect(keepsLocation && pixels == "yuv420p" ? places > 0 : places == 0)
            let file = folder.path("\(keepsLocation).mp4")
            try Data(bytes).write(to: URL(filePath: file))
            let decoded = try Subprocess.run("ffmpeg", ["-v", "error", "-i", file, "-f", "null", "-"])
            #expect(decoded.succeeded && decoded.errors.isEmpty, "\(decoded)")
        }
    }

    /// Frames of 4:4:4 are encoded again, and the others are copied.
    @Test(
        "in a transport stream of which a packet was lost is converted without it",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"),
        arguments: ["yuv420p", "yuv444p"])
    func lostPacket(pixels: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.ts")
        let input =
            "-loglevel error -f lavfi -i testsrc=size=320x240:rate=25:duration=2 -pix_fmt \(pixels) -c:v libx264 -bf 0 -g 10"
        try #require(try Subprocess.run("ffmpeg", input.split(separator: " ").map(String.init) + [path]).succeeded)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // One of the video's in the middle that does not begin a frame.
        let length = 188
        let rest = stride(from: bytes.count / 2 / length * length, to: bytes.count - length, by: length)
        let lost = try #require(
            rest.first { bytes[$0 + 1] == 1 && bytes[$0 + 2] == 0 && bytes[$0 + 3] & 0x30 == 0x10 })
        bytes.removeSubrange(lost..<lost + length)
        let converted = ImageSource(bytes: try VideoConversion().convert(bytes))
        let duration = try #require(try ImageDecoder.withVideo.metadata(of: converted).video?.duration)
        #expect(duration > 1.5)
    }

    /// Frames of 4:4:4 are encoded again, and the others are copied.
    @Test(
        "in transport streams that were joined is converted to its end, although its clock begins again",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"),
        arguments: ["yuv420p", "yuv444p"])
    func joined(pixels: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.ts")
        let input =
            "-loglevel error -f lavfi -i testsrc=size=64x48:rate=25:duration=4 -pix_fmt \(pixels) -c:v libx264 -bf 0"
        try #require(try Subprocess.run("ffmpeg", input.split(separator: " ").map(String.init) + [path]).succeeded)
        let once = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let converted = ImageSource(bytes: try VideoConversion().convert(once + once))
        let duration = try #require(try ImageDecoder.withVideo.metadata(of: converted).video?.duration)
        #expect(abs(duration - 8) < 0.5)
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
