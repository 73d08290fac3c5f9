import HEIFImaging
import Imaging
import PhotoFixtures
import PhotoModel
import Platform
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@Suite("HEIF images that FFmpeg's libraries decode", .enabled(if: VideoLibraries.areInstalled))
struct VideoCodecImageTests {
    /// Four flat quarters of 64x48, made with x264: High profile, BT.709, limited range.
    private static let configuration: [UInt8] = [
        1, 100, 0, 10, 255, 225, 0, 27, 103, 100, 0, 10, 172, 114, 4, 68, 122, 106, 2, 26, 2, 128, 0, 0, 3, 0, 128, 0,
        0, 25, 7, 137, 18, 194, 48, 1, 0, 7, 104, 232, 67, 130, 50, 200, 176, 253, 248, 248, 0,
    ]
    private static let data: [UInt8] = [
        0, 0, 0, 96, 101, 136, 129, 0, 29, 127, 254, 199, 111, 230, 89, 3, 120, 15, 222, 207, 128, 45, 102, 76, 140, 86,
        74, 236, 179, 158, 86, 107, 49, 129, 63, 180, 59, 249, 190, 112, 160, 0, 38, 41, 11, 237, 215, 227, 221, 242,
        64, 188, 109, 234, 195, 236, 176, 122, 226, 171, 229, 75, 165, 53, 95, 46, 21, 224, 106, 219, 226, 23, 73, 16,
        95, 174, 59, 112, 101, 67, 70, 207, 165, 79, 114, 166, 10, 223, 59, 126, 253, 198, 162, 177, 81, 93, 87, 187,
        233, 93,
    ]
    private static let size = PixelSize(width: 64, height: 48)

    private static func file(
        _ properties: [[UInt8]] = [], size: PixelSize = Self.size, configuration: [UInt8] = Self.configuration,
        data: [UInt8] = Self.data
    ) -> ImageSource {
        var fixture = HEIFFixture.image(size.width, size.height, [HEIFFixture.box("avcC", configuration)] + properties)
        fixture.brand = "avci"
        fixture.items[0].type = "avc1"
        fixture.items[0].data = data
        return fixture.source
    }

    private func render(_ file: ImageSource, _ request: RenderRequest = RenderRequest()) throws -> PixelBuffer {
        try ImageDecoder(codecs: .builtIn + [HEIFCodec()]).render(file, request)
    }

    @Test("of AVC have the colours of the image, and are turned")
    func avc() throws {
        let image = try render(Self.file())
        #expect(image.size == Self.size)
        #expect(try image.shows([0, 1, 2, 3]))
        let turned = try render(Self.file([HEIFFixture.rotation(3)]), RenderRequest(targetSize: Self.size))
        #expect(turned.size == PixelSize(width: 36, height: 48))
        #expect(try turned.shows([2, 0, 3, 1]))
    }

    @Test(
        "of AVC that are stored as red, green and blue have their colours",
        .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"))
    func colors() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let made = try Subprocess.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i", "color=c=0xC85014:size=64x48:duration=0.1,format=rgb24",
                "-frames:v", "1", "-c:v", "libx264rgb", "-qp", "0", path,
            ])
        try #require(made.succeeded, "\(made)")
        let movie = try ImageSource(path: FilePath(path)).read(at: 0, count: 1 << 20)
        let configuration = try Self.content(of: "avcC", in: movie)
        let data = try Self.content(of: "mdat", in: movie)
        let pixel = try render(Self.file(configuration: configuration, data: data)).converted(to: .rgb8).pixel(20, 20)
        #expect(zip(pixel, [200, 80, 20]).allSatisfy { abs(Int($0) - $1) <= 2 }, "\(pixel)")
        withExtendedLifetime(folder) {}
    }

    /// The content of the first box of a type.
    private static func content(of type: String, in movie: [UInt8]) throws -> [UInt8] {
        let place = try #require((4..<movie.count - 4).first { movie[$0..<$0 + 4].elementsEqual(type.utf8) })
        let length = movie[place - 4..<place].reduce(0) { $0 << 8 | Int($1) }
        return Array(movie[place + 4..<place - 4 + length])
    }

    @Test("of AVC that are damaged or not what they say are errors")
    func damage() throws {
        for length in [0, 4, 50] {
            #expect(throws: ImagingError.self) { try render(Self.file(data: Array(Self.data.prefix(length)))) }
        }
        for length in [0, 7, 20] {
            #expect(throws: ImagingError.self) {
                try render(Self.file(configuration: Array(Self.configuration.prefix(length))))
            }
        }
        #expect(throws: ImagingError.self) { try render(Self.file(size: PixelSize(width: 640, height: 480))) }
    }

    @Test(
        "of HEVC and AV1 are the same as from libheif", .enabled(if: Corpus.isAvailable, Corpus.comment),
        arguments: ["heic", "avif"])
    func others(format: String) throws {
        let row = try #require(
            Corpus.comparableHEIFPhotos.filter {
                $0.path.hasSuffix(format) && ($0.uprightSize?.pixelCount ?? .max) < 1 << 20
            }
            .first { (try? ImageDecoder().header(of: ImageSource(path: $0.filePath)).hasAlpha) == false })
        let source = try ImageSource(path: row.filePath)
        let found = try HEIFFile(source).render(
            RenderRequest(convertsToSRGB: false), StillFrameDecoder(), limits: .standard, cancellation: .never)
        let right = try ImageDecoder(codecs: .builtIn + [HEIFCodec()]).render(
            source, RenderRequest(convertsToSRGB: false))
        #expect(found.buffer.size == right.size)
        #expect(try found.buffer.meanDifference(from: right) < 2, "\(row.path)")
    }
}
