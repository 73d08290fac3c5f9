import Foundation
import Imaging
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@Suite(
    "Videos in containers of camcorders, discs and older programs",
    .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"))
struct ContainerTests {
    @Test(
        "have their size, their length and a poster",
        arguments: [
            ("mpg", "-c:v mpeg2video -c:a mp2", MediaFormat.mpg), ("vob", "-c:v mpeg2video -c:a ac3 -f vob", .mpg),
            ("ts", "-c:v libx264 -c:a aac", .ts), ("m2ts", "-c:v libx264 -c:a ac3 -f mpegts -mpegts_m2ts_mode 1", .ts),
            ("wmv", "-c:v wmv2 -c:a wmav2", .wmv), ("flv", "-c:v flv1 -ar 22050 -c:a libmp3lame", .flv),
            ("ogv", "-c:v libtheora -c:a libvorbis", .ogv),
        ])
    func reads(name: String, codecs: String, format: MediaFormat) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(name)")
        let input = "-loglevel error -f lavfi -i testsrc=size=176x144:rate=25:duration=2 -f lavfi -i sine=duration=2"
        let arguments = (input + " " + codecs).split(separator: " ").map(String.init) + [path]
        let made = try Subprocess.run("ffmpeg", arguments)
        try #require(made.succeeded, "\(made)")
        let source = try ImageSource(path: FilePath(path))
        #expect(try MediaFormat.sniff(source.read(at: 0, count: MediaFormat.signatureLength)) == format)
        let decoder = ImageDecoder.withVideo
        let size = PixelSize(width: 176, height: 144)
        #expect(try decoder.header(of: source).orientedSize == size)
        let video = try VideoCodec().facts(of: source)
        #expect(abs((video.duration ?? 0) - 2) < 0.3, "\(String(describing: video.duration))")
        #expect(try decoder.render(source, RenderRequest()).size == size)
    }

    /// Each frame is brighter than the one before. There are B-frames, and one key frame, or some.
    @Test(
        "have the frame of each moment",
        arguments: [
            ("mpg", "-c:v mpeg2video"), ("ts", "-c:v libx264"), ("ts", "-c:v libx264 -g 12"),
            ("wmv", "-c:v wmv2 -bf 0"), ("flv", "-c:v flv1"), ("avi", "-c:v mpeg4"), ("mkv", "-c:v libx264"),
        ])
    func frames(name: String, codecs: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(name)")
        let input =
            "-loglevel error -f lavfi -i color=black:size=64x48:rate=25:duration=2,format=yuv420p,"
            + "geq=lum=16+4*N:cb=128:cr=128 -q:v 2 "
        let made = try Subprocess.run("ffmpeg", (input + codecs).split(separator: " ").map(String.init) + [path])
        try #require(made.succeeded, "\(made)")
        let source = try ImageSource(path: FilePath(path))
        for (time, frame) in [(0.01, 0), (0.3, 7), (0.94, 23), (1.5, 37), (1.9, 47), (9.0, 49)] {
            let image = try VideoCodec().renderFrame(
                of: source, at: time, RenderRequest(), limits: .standard)
            let pixel = try image.buffer.converted(to: .rgb8)
            let level = withExtendedLifetime(pixel) { Int(pixel.planes[0].base[0]) }
            // Packets of program streams hold several frames as small as these, and the time of the first.
            let tolerance = name == "mpg" ? 6 : 2
            #expect(abs(level - frame * 4 * 255 / 219) <= tolerance, "\(time) s: \(level)")
        }
    }

    @Test("that hold sound alone are no videos, where the beginning of the file says so", arguments: ["ogg", "opus"])
    func sound(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.\(name)")
        let made = try Subprocess.run("ffmpeg", ["-loglevel", "error", "-f", "lavfi", "-i", "sine=duration=1", path])
        try #require(made.succeeded, "\(made)")
        let source = try ImageSource(path: FilePath(path))
        #expect(try MediaFormat.sniff(source.read(at: 0, count: MediaFormat.signatureLength)) == nil)
    }
}
