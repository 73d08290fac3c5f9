import Foundation
import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

/// The fixture library has no BMP and no PGM: what the backend makes of them is tested here.
@Suite(
    "The example backend over pixmaps", .timeLimit(.minutes(15)), .builds("RustBackend"),
    .enabled(if: TestExtent.includesSlow, "make test-slow runs it"),
    .enabled(if: PackagePaths.executable("rustc") != nil, "rustc is not installed"))
struct PixmapTests {
    private let picker: InstalledPicker
    private let photos: FixtureFolder

    init() throws {
        picker = try #require(BuiltExample.picker)
        photos = try FixtureFolder()
    }

    /// Four quarters, 24 bits a pixel, in 18 by 12: rows have two bytes of padding.
    private func bmp(isUpward: Bool) -> [UInt8] {
        func bytes(_ numbers: Int...) -> [UInt8] {
            numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        }
        let header = Array("BM".utf8) + bytes(54 + 56 * 12, 0, 54, 40, 18, isUpward ? 12 : -12, 1 | 24 << 16)
        let rows = (0..<12).map { y -> [UInt8] in
            let top = isUpward ? y >= 6 : y < 6
            let colors = (top ? [0, 1] : [2, 3]).map { SamplePhoto.colors[$0].reversed().map(UInt8.init) }
            return colors.flatMap { color in (0..<9).flatMap { _ in color } } + [0, 0]
        }
        return header + bytes(0, 0, 0, 0, 0, 0) + rows.joined()
    }

    private func shown(_ name: String) async throws -> DecodedPhoto {
        let out = "\(photos.surroundings.path)/out.png"
        let options = ["--library", photos.path, "--backend", "pixmaps", "--size", "full", "--out", out]
        let result = try await picker.run("picker", ["image", name] + options, in: picker.home)
        guard result.succeeded else { throw InstalledPicker.Failed(step: "picker image", result: result) }
        return try DecodedPhoto(Array(try Data(contentsOf: URL(fileURLWithPath: out))))
    }

    @Test("The example over pixmaps shows a BMP whose rows run upwards or downwards", arguments: [true, false])
    func bitmap(isUpward: Bool) async throws {
        try photos.write("a.bmp", bmp(isUpward: isUpward))
        let photo = try await shown("a.bmp")
        #expect(photo.size == PixelSize(width: 18, height: 12))
        #expect(photo.quarters == SamplePhoto.colors)
    }

    @Test("The example over pixmaps scales the samples of a PGM whose white is not 255, and skips its comments")
    func graymap() async throws {
        let pixels = [[0, 0, 15, 15], [0, 0, 15, 15], [5, 5, 10, 10], [5, 5, 10, 10]].joined().map(UInt8.init)
        try photos.write("a.pgm", Array("P5\n# of a scanner\n4 4\n15\n".utf8) + pixels)
        let photo = try await shown("a.pgm")
        #expect(photo.quarters == [0, 255, 85, 170].map { [$0, $0, $0] })
    }

    @Test("The example over pixmaps puts a picture with a date that milliseconds do not count after all others")
    func farDate() async throws {
        for name in ["a.bmp", "b.bmp", "c.bmp"] { try photos.write(name, bmp(isUpward: true)) }
        try photos.setFarDate("b.bmp")
        let options = ["assets", "--library", photos.path, "--backend", "pixmaps", "--sort", "created"]
        let all = try await picker.run("picker", options, in: picker.home)
        #expect(all.succeeded && all.output.hasSuffix("\tb.bmp\n"), "\(all)")
    }

    @Test("Two observers of the example over pixmaps that walk at the same time leave what the later one found")
    func crossedWalks() async throws {
        try photos.write("folder/first.ppm", CrossedWalks.photo)
        let source = try photos.surroundings.write(CrossedWalks.host, to: "crossing.c")
        let program = photos.surroundings.path("crossing")
        try await onThread { try CCompiler.run(CCompiler.language + [source, "-ldl", "-o", program]) }
        let plugin = "\(picker.prefix)/lib/picker/backends/libpixmaps.so"
        let result = try await picker.run(program, [plugin, photos.path], in: picker.home)
        #expect(result.succeeded && result.output == "3\n", "\(result)")
    }
}
