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
