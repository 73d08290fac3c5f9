import Foundation
import Imaging
import PhotoModel
import Testing

/// What is expected follows from the formulas of BT.2100 and BT.2390, which are written down here once more.
@Suite("High dynamic range")
struct DynamicRangeTests {
    enum Curve: UInt8, CaseIterable {
        case pq = 16
        case hlg = 18
    }

    /// One pixel with samples 0…1 in the primaries of BT.2020, as a PNG says it in cICP.
    private func rendered(_ samples: [Double], _ curve: Curve, convertsToSRGB: Bool = true) throws -> PixelBuffer {
        let file = PNGFixture(
            bitDepth: 16, colorType: samples.count == 1 ? 0 : 2, chunks: [("cICP", [9, curve.rawValue, 0, 1])]
        ) { _, _ in samples.map { Int(($0 * 65535).rounded()) } }
        return try ImageDecoder().render(ImageSource(bytes: file.bytes), RenderRequest(convertsToSRGB: convertsToSRGB))
    }

    @Test("gray is brought down to what a screen has, by BT.2390", arguments: Curve.allCases, [1, 3])
    func gray(curve: Curve, count: Int) throws {
        for step in 0...20 {
            let sample = (Double(step) / 20 * 255).rounded() / 255
            let result = try rendered(Array(repeating: sample, count: count), curve).pixel(0, 0)
            let expected = Tone.sRGB(Tone.screen([sample, sample, sample], curve)[0])
            for value in result { #expect(abs(Double(value) - expected) <= 2, "\(sample): \(result), \(expected)") }
        }
    }

    /// Colours that sRGB has, too.
    @Test("colours keep their hue", arguments: Curve.allCases)
    func colors(curve: Curve) throws {
        let base = curve == .pq ? 0.45 : 0.5
        for samples in [[1.1, 1, 1], [1, 1.05, 1], [1, 1, 1.15], [1.1, 1.05, 0.95], [1.5, 1.45, 1.4]] {
            let samples = samples.map { ($0 * base * 255).rounded() / 255 }
            let result = try rendered(samples, curve).pixel(0, 0).map(Double.init)
            let expected = Tone.rec709(Tone.screen(samples, curve)).map(Tone.sRGB)
            for (value, wanted) in zip(result, expected) {
                #expect(abs(value - wanted) <= 3, "\(samples): \(result), not \(expected)")
            }
        }
    }

    @Test("white of paper is no gray any more, and highlights have room above it")
    func levels() throws {
        // 203 and 1,000 cd/m² (BT.2408), and all that there is.
        let values = try [0.58, 0.7518, 1].map { try rendered([$0, $0, $0], .pq).pixel(0, 0)[0] }
        #expect(values[0] > 195 && values[1] > values[0] + 20 && values[2] == 255)
        #expect(try rendered([0.75, 0.75, 0.75], .hlg).pixel(0, 0)[0] > 195)
    }

    @Test(
        "by the policy that keeps colours, samples stay and the profile says what they mean", arguments: Curve.allCases)
    func kept(curve: Curve) throws {
        let kept = try rendered([0.4, 0.5, 0.6], curve, convertsToSRGB: false)
        #expect(kept.pixel(0, 0) == [102, 128, 153])
        let file = try PNGEncoder().encode(kept)
        let again = try ImageDecoder().render(ImageSource(bytes: file), RenderRequest()).pixel(0, 0)
        #expect(try again == rendered([0.4, 0.5, 0.6], curve).pixel(0, 0))
    }

    @Test(
        "a HEIF image is brought down, whatever profile it has besides, and so is its thumbnail",
        arguments: Curve.allCases)
    func heif(curve: Curve) throws {
        let numbers: [UInt8] = [0, 9, 0, curve.rawValue, 0, 9, 0x80]
        let colors = HEIFFixture.box("colr", "nclx".utf8 + numbers)
        var fixture = HEIFFixture.image(64, 64, [colors])
        fixture.items[0].data = [150, 128, 128]
        fixture.items.append(.init(id: 2, type: "hvc1", size: PixelSize(width: 32, height: 32), data: [150, 128, 128]))
        fixture.references = [("thmb", 2, [1])]
        let sample = 150.0 / 255
        let expected = Tone.sRGB(Tone.screen([sample, sample, sample], curve)[0])
        for side in [64, 20] {
            let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
            let decoder = PaintedImages(.ycbcr(.yuv444))
            let image = try HEIFFile(fixture.source).render(
                request, decoder, limits: .standard, cancellation: .never
            ).buffer.converted(to: .rgb8)
            #expect(
                image.pixel(5, 5).allSatisfy { abs(Double($0) - expected) <= 2 }, "\(image.pixel(5, 5)), \(expected)")
        }
        #expect(try ImageDecoder().metadata(of: fixture.source).isHDR)
    }

    @Test("is what a PNG says of itself, and none that has the curve of video")
    func marks() throws {
        for (transfer, isHDR): (UInt8, Bool) in [(16, true), (18, true), (1, false), (13, false)] {
            let file = PNGFixture(chunks: [("cICP", [9, transfer, 0, 1])]) { _, _ in [0, 0, 0] }
            #expect(try ImageDecoder().metadata(of: ImageSource(bytes: file.bytes)).isHDR == isHDR)
        }
    }
}

/// BT.2100 and BT.2390, without tables.
enum Tone {
    private static let m1 = 2610.0 / 16384
    private static let m2 = 2523.0 / 32
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 128
    private static let c3 = 2392.0 / 128

    private static func light(pq: Double) -> Double {
        let root = pow(pq, 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    private static func pq(light: Double) -> Double {
        let power = pow(light / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// Light of the primaries, of which 1 is the white of a screen that has 203 cd/m².
    static func screen(_ samples: [Double], _ curve: DynamicRangeTests.Curve) -> [Double] {
        let light: [Double]
        if curve == .pq {
            light = samples.map(light(pq:))
        } else {
            let scene = samples.map {
                $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12
            }
            let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
            light = scene.map { 1000 * $0 * pow(luminance, 0.2) }
        }
        let most = light.max()!
        guard most > 0 else { return [0, 0, 0] }
        let factor = brought(most, from: curve == .pq ? 4000 : 1000) / most / 203
        return light.map { $0 * factor }
    }

    private static func brought(_ light: Double, from peak: Double) -> Double {
        let top = pq(light: peak)
        let sample = min(pq(light: light) / top, 1)
        let white = pq(light: 203) / top
        let knee = 1.5 * white - 0.5
        guard sample > knee else { return light }
        let t = (sample - knee) / (1 - knee)
        let spline =
            (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
            + (3 * t * t - 2 * t * t * t) * white
        return self.light(pq: spline * top)
    }

    /// From the primaries of BT.2020 to those of sRGB (BT.2087).
    static func rec709(_ c: [Double]) -> [Double] {
        [
            1.6605 * c[0] - 0.5876 * c[1] - 0.0728 * c[2], -0.1246 * c[0] + 1.1329 * c[1] - 0.0083 * c[2],
            -0.0182 * c[0] - 0.1006 * c[1] + 1.1187 * c[2],
        ]
    }

    /// The sample, 0…255.
    static func sRGB(_ light: Double) -> Double {
        let light = max(0, min(1, light))
        return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
}
