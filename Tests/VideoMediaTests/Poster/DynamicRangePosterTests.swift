import Foundation
import Imaging
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import VideoMedia

@Suite(
    "Frames of high dynamic range, and of more colours than sRGB has",
    .enabled(if: PackagePaths.executable("ffmpeg") != nil, "needs FFmpeg's program: install ffmpeg"))
struct DynamicRangePosterTests {
    /// The frame of a video of one colour, which says this of its samples.
    private func frame(_ samples: [Int], primaries: String, transfer: String, matrix: String) throws -> [Int] {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let planes = samples.enumerated().map { "\(["y", "u", "v"][$0.offset])=\($0.element)" }.joined(separator: ":")
        let made = try Subprocess.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i",
                "color=size=64x64:duration=0.2,format=yuv420p,lutyuv=\(planes)",
                "-c:v", "libx264", "-qp", "0", "-x264-params",
                "colorprim=\(primaries):transfer=\(transfer):colormatrix=\(matrix)", path,
            ])
        try #require(made.succeeded, "\(made)")
        let image = try ImageDecoder.withVideo.render(ImageSource(path: FilePath(path)), RenderRequest())
        let pixel = try image.converted(to: .rgb8)
        #expect(image.colorSpace == .sRGB)
        let plane = pixel.planes[0]
        defer { withExtendedLifetime(pixel) {} }
        return (0..<3).map { Int(plane.base[20 * plane.stride + 60 + $0]) }
    }

    /// Luma of 203 cd/m², which is 0.58 in PQ and 0.75 in HLG, and what BT.2390 makes of it.
    @Test(
        "gray is brought down to what a screen has",
        arguments: [("smpte2084", 143, 206), ("arib-std-b67", 180, 229), ("bt2020-10", 143, 148)])
    func gray(transfer: String, luma: Int, expected: Int) throws {
        let pixel = try frame([luma, 128, 128], primaries: "bt2020", transfer: transfer, matrix: "bt2020nc")
        #expect(pixel.allSatisfy { abs($0 - expected) <= 4 }, "\(pixel)")
    }

    /// Red of BT.709 (255, 0, 0) is (0.6274, 0.0691, 0.0164) of BT.2020's light.
    @Test("the primaries of BT.2020 become those of sRGB")
    func primaries() throws {
        let curve = { (light: Double) in light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055 }
        let red = [0.6274, 0.0691, 0.0164].map(curve)
        let luma = 0.2627 * red[0] + 0.678 * red[1] + 0.0593 * red[2]
        let samples = [16 + 219 * luma, 128 + 224 * (red[2] - luma) / 1.8814, 128 + 224 * (red[0] - luma) / 1.4746]
        let pixel = try frame(
            samples.map { Int($0.rounded()) }, primaries: "bt2020", transfer: "bt709", matrix: "bt2020nc")
        #expect(pixel[0] >= 250 && pixel[1] <= 12 && pixel[2] <= 12, "\(pixel)")
    }
}
