import Foundation
import Imaging
import PhotoModel
import Testing

@Suite("Colours of PNG")
struct PNGColorTests {
    private static let levels = [0, 16, 64, 128, 200, 255]

    private func big(_ values: [Double]) -> [UInt8] {
        values.flatMap { PNGFixture.big(Int(($0 * 100_000).rounded())) }
    }

    private func gamma(_ value: Double) -> (String, [UInt8]) { ("gAMA", big([value])) }

    private func profile(_ space: ColorSpace) throws -> (String, [UInt8]) {
        let image = try PixelBuffer.filled(1, 1, .rgb8, space) { _, _ in [0, 0, 0] }
        let png = try PNGEncoder().encode(image)
        let chunk = try #require(PNGChunks(png).first("iCCP"))
        return ("iCCP", chunk)
    }

    private func render(
        _ chunks: [(String, [UInt8])], colorType: Int = 2, _ pixel: [Int],
        convertsToSRGB: Bool = true
    ) throws -> PixelBuffer {
        let file = PNGFixture(colorType: colorType, chunks: chunks.map { (type: $0.0, data: $0.1) }) { _, _ in pixel }
        return try ImageDecoder().render(ImageSource(bytes: file.bytes), RenderRequest(convertsToSRGB: convertsToSRGB))
    }

    /// sRGB's sample for one that was made with the exponent `gamma`.
    private func expected(_ level: Int, gamma: Double) -> Int {
        let light = pow(Double(level) / 255, 1 / gamma)
        let sample = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return Int((sample * 255).rounded())
    }

    /// The values of PngSuite's files g03 to g25, and of linear files.
    @Test("follow gAMA, whatever the kind of samples", arguments: [0.35, 0.4, 0.55, 0.7, 1, 2.5], [0, 2, 4, 6])
    func followGamma(value: Double, colorType: Int) throws {
        for level in Self.levels {
            let color = colorType & 2 == 0 ? [level] : [level, level, level]
            let pixel = try render([gamma(value)], colorType: colorType, colorType & 4 == 0 ? color : color + [77])
            let result = pixel.pixel(0, 0)
            for sample in result.prefix(colorType == 0 ? 1 : 3) {
                #expect(abs(Int(sample) - expected(level, gamma: value)) <= 1, "\(level): \(result)")
            }
            if colorType & 4 != 0 { #expect(result[3] == 77) }
        }
    }

    @Test("of gray follow gAMA in the darkest shades, too", arguments: [0.4, 0.7, 1])
    func darkGray(value: Double) throws {
        for level in 0..<32 {
            let shade = Int(try render([gamma(value)], colorType: 0, [level]).pixel(0, 0)[0])
            #expect(abs(shade - expected(level, gamma: value)) <= 1, "\(level): \(shade)")
        }
    }

    /// A profile for gray, as another PNG has it.
    private func grayProfile(gamma value: Double) throws -> (String, [UInt8]) {
        let image = try render([gamma(value)], colorType: 0, [128], convertsToSRGB: false)
        return ("iCCP", try #require(PNGChunks(PNGEncoder().encode(image)).first("iCCP")))
    }

    @Test("follow a profile for gray, with and without alpha", arguments: [0.4, 0.7, 1])
    func grayProfile(value: Double) throws {
        let profile = try grayProfile(gamma: value)
        for level in Self.levels {
            let gray = try render([profile], colorType: 0, [level]).pixel(0, 0)
            #expect(abs(Int(gray[0]) - expected(level, gamma: value)) <= 1)
            let results = [
                try render([profile], colorType: 4, [level, 77]).pixel(0, 0),
                try render([profile, ("tRNS", [0, 77])], colorType: 0, [level]).pixel(0, 0),
            ]
            for result in results {
                #expect(
                    result.prefix(3).allSatisfy { abs(Int($0) - Int(gray[0])) <= 1 }, "\(level): \(result), \(gray)")
            }
            #expect(results.map { $0[3] } == [77, 255])
        }
    }

    @Test("of gray with alpha are kept, with a profile that says what they mean")
    func keptGray() throws {
        let profile = try grayProfile(gamma: 1)
        let kept = try render([profile], colorType: 4, [64, 77], convertsToSRGB: false)
        #expect(kept.pixel(0, 0) == [64, 64, 64, 77])
        let again = ImageSource(bytes: try PNGEncoder().encode(kept))
        let direct = try render([profile], colorType: 4, [64, 77]).pixel(0, 0)
        #expect(try ImageDecoder().render(again, RenderRequest()).pixel(0, 0) == direct)
    }

    @Test("of a palette follow gAMA")
    func palette() throws {
        let chunks = [gamma(1), ("PLTE", [0, 64, 128] as [UInt8])]
        let result = try render(chunks, colorType: 3, [0]).pixel(0, 0).map(Int.init)
        #expect(zip(result, [0, 64, 128]).allSatisfy { abs($0 - expected($1, gamma: 1)) <= 1 })
    }

    @Test("are left alone where gAMA means sRGB, or nothing", arguments: [0.45455, 0.45454, 0.45, 0, 0.000_01, 21_474])
    func usualGamma(value: Double) throws {
        for convertsToSRGB in [true, false] {
            let result = try render([gamma(value)], [10, 100, 200], convertsToSRGB: convertsToSRGB)
            #expect(result.pixel(0, 0) == [10, 100, 200] && result.colorSpace == .sRGB)
        }
    }

    @Test("are left alone by the policy that keeps them, with a profile that says what they mean")
    func kept() throws {
        let result = try render([gamma(1)], [10, 100, 200], convertsToSRGB: false)
        #expect(result.pixel(0, 0) == [10, 100, 200])
        guard case .icc = result.colorSpace else {
            Issue.record("\(result.colorSpace)")
            return
        }
        // The profile goes into the file that is written, and back.
        let again = ImageSource(bytes: try PNGEncoder().encode(result))
        let direct = try render([gamma(1)], [10, 100, 200])
        #expect(try ImageDecoder().render(again, RenderRequest()).pixel(0, 0) == direct.pixel(0, 0))
        // The same file gives the same profile at any time.
        #expect(try render([gamma(1)], [1, 2, 3], convertsToSRGB: false).colorSpace == result.colorSpace)
    }

    @Test("follow cHRM: red and green that changed places come out swapped")
    func chromaticities() throws {
        let swapped = [0.3127, 0.3290, 0.30, 0.60, 0.64, 0.33, 0.15, 0.06]
        let result = try render([gamma(0.45455), ("cHRM", big(swapped))], [200, 40, 90]).pixel(0, 0).map(Int.init)
        #expect(zip(result, [40, 200, 90]).allSatisfy { abs($0 - $1) <= 2 }, "\(result)")
        let usual = [0.31269, 0.32899, 0.63999, 0.33001, 0.3, 0.6, 0.15, 0.05999]
        #expect(try render([("cHRM", big(usual))], [200, 40, 90]).pixel(0, 0) == [200, 40, 90])
    }

    @Test("do not follow an invalid cHRM")
    func brokenChromaticities() throws {
        for values in [[Double](repeating: 0, count: 8), [Double](repeating: 0.3, count: 8), [1, 0, 9, 9, 9, 9, 9, 9]] {
            #expect(try render([("cHRM", big(values))], [200, 40, 90]).pixel(0, 0) == [200, 40, 90])
        }
        #expect(try render([("cHRM", [1, 2, 3]), ("gAMA", [1])], [200, 40, 90]).pixel(0, 0) == [200, 40, 90])
    }

    @Test("follow cICP before iCCP, that before sRGB, and that before gAMA, in any order")
    func precedence() throws {
        let pixel = [200, 100, 50]
        let p3 = try render([("cICP", [12, 13, 0, 1])], pixel).pixel(0, 0)
        let linear = try render([gamma(1)], pixel).pixel(0, 0)
        #expect(p3 != linear && p3 != [200, 100, 50])
        #expect(try render([profile(.displayP3)], pixel).pixel(0, 0) == p3)
        let linearProfile = try profile(render([gamma(1)], pixel, convertsToSRGB: false).colorSpace)
        #expect(try render([linearProfile], pixel).pixel(0, 0) == linear)

        for chunks in [[("cICP", [12, 13, 0, 1]), linearProfile], [linearProfile, ("cICP", [12, 13, 0, 1])]] {
            #expect(try render(chunks, pixel).pixel(0, 0) == p3)
        }
        #expect(try render([("sRGB", [0]), linearProfile], pixel).pixel(0, 0) == linear)
        #expect(try render([linearProfile, ("sRGB", [0])], pixel).pixel(0, 0) == linear)
        #expect(try render([gamma(1), ("sRGB", [0])], pixel).pixel(0, 0) == [200, 100, 50])
        #expect(try render([("cICP", [1, 13, 0, 1]), gamma(1)], pixel).pixel(0, 0) == [200, 100, 50])
    }

    @Test(
        "are not guessed from a cICP that is not understood: the next chunk counts",
        arguments: [[12, 13, 1, 1], [12, 13, 0, 0], [2, 2, 0, 1], [12, 13]] as [[UInt8]])
    func unknownCodePoints(data: [UInt8]) throws {
        let pixel = [200, 100, 50]
        #expect(try render([("cICP", data)], pixel).pixel(0, 0) == [200, 100, 50])
        #expect(try render([("cICP", data), gamma(1)], pixel).pixel(0, 0) == render([gamma(1)], pixel).pixel(0, 0))
    }

    @Test("follow the next chunk when a profile is broken")
    func brokenProfile() throws {
        let broken = ("iCCP", Array("name\0\0".utf8) + [1, 2, 3, 4, 5])
        let linear = try render([gamma(1)], [200, 100, 50]).pixel(0, 0)
        #expect(try render([broken, gamma(1)], [200, 100, 50]).pixel(0, 0) == linear)
        let notAProfile = ("iCCP", Array("name\0\0".utf8) + PNGFixture.stored(Array("no profile".utf8)))
        #expect(try render([notAProfile, gamma(1)], [200, 100, 50]).pixel(0, 0) == linear)
    }
}
