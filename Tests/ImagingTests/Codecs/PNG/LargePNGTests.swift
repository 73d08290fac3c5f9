import Foundation
import Imaging
import PhotoModel
import SystemPackage
import TestSupport
import Testing

/// Each render runs in a process of its own, whose memory is looked at.
@Suite("A PNG of 100 megapixels", .serialized)
struct LargePNGTests {
    private static let side = 10_000

    // The smallest cells, and the largest: four channels in as few pixels to the cell as there are at 100 megapixels.
    @Test(
        "needs less than 64 MiB for a small image",
        arguments: TestExtent.choose([(6, 16, 1024)], all: [(2, 8, 256), (6, 16, 1024)]))
    func plain(colorType: Int, bitDepth: Int, target: Int) async throws {
        let folder = try TemporaryFolder()
        let png = LargePNG(width: Self.side, height: Self.side, bitDepth: bitDepth, colorType: colorType)
        let path = folder.path("large.png")
        try Data(png.bytes).write(to: URL(fileURLWithPath: path))
        await #expect(processExitsWith: .success) { [path = path as String, target = target as Int] in
            let before = try resetPeak()
            var limits = ImageLimits.standard
            limits.maxSeconds = nil  // Builds for debugging are slow.
            let image = try ImageDecoder(limits: limits).render(
                ImageSource(path: FilePath(path)),
                RenderRequest(targetSize: PixelSize(width: target, height: target)))
            let used = try peak() - before
            #expect(used < 64 << 20, "\(used >> 10) KiB for \(target) pixels, \(before >> 10) KiB before")
            #expect(image.size == PixelSize(width: target, height: target))
            let y = target / 3
            let shown = Int(image.pixel(target / 2, y)[image.format == .rgba8 ? 3 : 0])
            #expect(abs(shown - Int(LargePNG.value(y * 10_000 / target))) <= 1)
        }
        withExtendedLifetime(folder) {}
    }

    @Test("interlaced needs no more than the limit, or is refused")
    func interlaced() async throws {
        let folder = try TemporaryFolder()
        let png = LargePNG(width: Self.side, height: Self.side, bitDepth: 8, colorType: 2, isInterlaced: true)
        let path = folder.path("large.png")
        try Data(png.bytes).write(to: URL(fileURLWithPath: path))
        await #expect(processExitsWith: .success) { [path = path as String] in
            let source = try ImageSource(path: FilePath(path))
            let request = RenderRequest(targetSize: PixelSize(width: 256, height: 256))
            let small = ImageLimits(maxPixels: .max, maxFileBytes: .max, maxMemoryBytes: 300_000_000)
            let before = try resetPeak()
            let error = #expect(throws: ImagingError.self) { try ImageDecoder(limits: small).render(source, request) }
            guard case .tooLarge = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(try peak() - before < 8 << 20)
            let enough = ImageLimits(maxPixels: .max, maxFileBytes: .max, maxMemoryBytes: 310_000_000, maxSeconds: nil)
            #expect(try ImageDecoder(limits: enough).render(source, request).size.width == 256)
            let used = try peak() - before
            #expect(used < 310_000_000, "\(used >> 10) KiB")
        }
        withExtendedLifetime(folder) {}
    }
}
