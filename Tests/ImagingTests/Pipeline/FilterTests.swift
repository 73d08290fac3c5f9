import Glibc
import Imaging
import PhotoModel
import Testing

@Suite("The filter")
struct FilterTests {
    /// Samples without any order: neighbours that change places show.
    private static let noise: [UInt8] = (0..<1200).map { UInt8((UInt32($0) &* 2_654_435_761) >> 24) }

    @Test(
        "is Lanczos' at every length, along rows",
        arguments: [1100, 800, 600, 595, 590, 585, 577, 500, 412, 300, 201, 150, 97, 33])
    func rows(width: Int) throws {
        let image = try PixelBuffer.filled(Self.noise.count, 60, .gray8) { x, _ in [Self.noise[x]] }
        let result = try ImageScaler.scale(image, box(width, 60))
        let difference = zip((0..<width).map { Double(result.pixel($0, 0)[0]) }, Self.lanczos(width)).map {
            abs($0 - $1)
        }
        #expect((difference.max() ?? 0) < 3)
    }

    @Test("is Lanczos' at every length, along columns", arguments: [1100, 577, 412, 201, 97, 33])
    func columns(height: Int) throws {
        let image = try PixelBuffer.filled(60, Self.noise.count, .gray8) { _, y in [Self.noise[y]] }
        let result = try ImageScaler.scale(image, box(60, height))
        let difference = zip((0..<height).map { Double(result.pixel(0, $0)[0]) }, Self.lanczos(height)).map {
            abs($0 - $1)
        }
        #expect((difference.max() ?? 0) < 3)
    }

    /// The image is even across its short side, so that only the long one matters.
    private func box(_ width: Int, _ height: Int) -> RenderRequest {
        RenderRequest(targetSize: PixelSize(width: width, height: height))
    }

    /// The noise at another length, computed in floating point.
    private static func lanczos(_ length: Int) -> [Double] {
        let scale = Double(noise.count) / Double(length)
        return (0..<length).map { index in
            let center = (Double(index) + 0.5) * scale - 0.5
            let reach = 3 * scale
            let samples = Int((center - reach).rounded(.up))...Int((center + reach).rounded(.down))
            let weights = samples.map { kernel((Double($0) - center) / scale) }
            let sum = zip(samples, weights).reduce(0) { $0 + Double(noise[mirrored($1.0)]) * $1.1 }
            return min(255, max(0, sum / weights.reduce(0, +)))
        }
    }

    private static func kernel(_ x: Double) -> Double {
        if x == 0 { return 1 }
        return abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }

    /// zimg mirrors the image at its edges.
    private static func mirrored(_ index: Int) -> Int {
        if index < 0 { return -index - 1 }
        return index < noise.count ? index : 2 * noise.count - 1 - index
    }
}
