import PhotoModel
import Testing

@testable import Imaging

@Suite("The size that a coded image declares")
struct DeclaredSizeTests {
    private func coded(
        _ type: String, _ configuration: [UInt8], data: [UInt8] = [], said: PixelSize = PixelSize(width: 1, height: 1)
    ) -> CodedImage {
        CodedImage(type: type, configuration: configuration, size: said, codePoints: nil, data: data)
    }

    /// Bytes of ones and zeros; ones fill the last byte.
    private func bytes(_ bits: String) -> [UInt8] {
        let digits = bits.utf8.map { $0 == UInt8(ascii: "1") ? UInt8(1) : 0 }
        return stride(from: 0, to: digits.count, by: 8).map { start in
            (start..<start + 8).reduce(UInt8(0)) { byte, place in
                let digit: UInt8 = place < digits.count ? digits[place] : 1
                return byte << 1 | digit
            }
        }
    }

    private func binary(_ number: Int, _ width: Int) -> String {
        let digits = String(number, radix: 2)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private func golomb(_ number: Int) -> String {
        let digits = String(number + 1, radix: 2)
        return String(repeating: "0", count: digits.count - 1) + digits
    }

    private func ones(_ count: Int) -> String { String(repeating: "1", count: count) }

    /// A parameter set of HEVC, with its header.
    private func parameters(
        _ width: Int, _ height: Int, layers: Int = 0, layerBits: String = "", chroma: Int = 1, type: UInt8 = 33
    ) -> [UInt8] {
        let parts = [
            "0000", binary(layers, 3), "1", ones(96), layerBits, golomb(0), golomb(chroma), chroma == 3 ? "0" : "",
            golomb(width), golomb(height),
        ]
        return [type << 1, 1] + bytes(parts.joined())
    }

    private func configuration(_ units: [UInt8]..., lengthSize: UInt8 = 4) -> [UInt8] {
        let numbers: [UInt8] = [0xFC | (lengthSize - 1), 1, 0x21, 0, UInt8(units.count)]
        return [UInt8](repeating: 0, count: 21) + numbers + units.flatMap { [0, UInt8($0.count)] + $0 }
    }

    @Test("is that of its largest parameter set in HEVC, in the configuration and in the data")
    func hevc() {
        let size = PixelSize(width: 640, height: 480)
        for type in ["hvc1", "hev1"] {
            #expect(coded(type, configuration(parameters(640, 480))).declaredSize == size)
        }
        #expect(coded("avc1", configuration(parameters(640, 480))).declaredSize == nil)
        let several = configuration(parameters(64, 48), parameters(640, 480), parameters(64, 49))
        #expect(coded("hvc1", several).declaredSize == size)
        #expect(coded("hvc1", configuration(parameters(64, 48, type: 32))).declaredSize == nil)
        #expect(coded("hvc1", configuration(parameters(640, 480, chroma: 3))).declaredSize == size)
        // Two layers below: one with profile and level, one with a level.
        let layers = "1101" + ones(12 + 104)
        #expect(coded("hvc1", configuration(parameters(640, 480, layers: 2, layerBits: layers))).declaredSize == size)
        let unit = parameters(640, 480)
        for (lengthSize, length) in [(4, [0, 0, 0]), (2, [0]), (1, [])] as [(UInt8, [UInt8])] {
            var data: [UInt8] = length + [3, 0x40, 1, 9]
            data += length + [UInt8(unit.count)] + unit
            let small = configuration(parameters(64, 48), lengthSize: lengthSize)
            #expect(coded("hvc1", small, data: data).declaredSize == size)
        }
        #expect(coded("hvc1", []).declaredSize == nil)
    }

    @Test("is read without the bytes that keep start codes out of HEVC")
    func emulation() {
        var unit = parameters(640, 480)
        // A profile of zeros, in which every third byte is a 3 that is passed over.
        unit.replaceSubrange(3..<15, with: [0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3])
        #expect(coded("hvc1", configuration(unit)).declaredSize == PixelSize(width: 640, height: 480))
    }

    /// A sequence header of AV1 without the header of its unit.
    private func sequence(_ start: String...) -> [UInt8] {
        bytes((start + [binary(15, 4), binary(9, 4), binary(639, 16), binary(479, 10)]).joined())
    }

    @Test("is that of its sequence header in AV1, whatever comes before the size")
    func av1() {
        let size = PixelSize(width: 640, height: 480)
        // Two operating points: one of a level with a tier and with a delay, one with neither.
        let points = [binary(1, 5), ones(12), binary(8, 5), "1", "1", ones(4), ones(12), binary(7, 5), "0"].joined()
        // Times of equal length, and how many bits delays have.
        let clock = ["1", ones(64), "1", golomb(5), "1", binary(3, 5), ones(42)].joined()
        let headers = [
            sequence("0000", "1", ones(5)), sequence("0000", "0", "0", "1", points),
            sequence("0000", "0", clock, "0", binary(0, 5), ones(12), binary(0, 5), "1", ones(9)),
            sequence("0000", "0", "1", ones(64), "0", "0", "0", binary(0, 5), ones(12), binary(0, 5)),
        ]
        for header in headers {
            let unit: [UInt8] = [0x0A, UInt8(header.count)] + header
            #expect(coded("av01", [0x81, 0, 0, 0] + unit).declaredSize == size)
            #expect(coded("av01", [0x81, 0, 0, 0], data: [0x12, 0] + unit).declaredSize == size)
            #expect(coded("av01", [0x81, 0, 0, 0], data: [0x08] + header).declaredSize == size)
            let long: [UInt8] = [0x0E, 0, 0x80 | UInt8(header.count), 0] + header
            #expect(coded("av01", [0x81, 0, 0, 0], data: long).declaredSize == size)
            #expect(coded("av01", [0x81, 0, 0, 0], data: [0x12, UInt8(header.count)] + header).declaredSize == nil)
        }
        #expect(coded("av01", []).declaredSize == nil)
        #expect(coded("av01", [], data: [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]).declaredSize == nil)
    }

    @Test("is too large where it is twice what the container says, and a megapixel more")
    func larger() {
        let said = PixelSize(width: 1000, height: 1000)
        func isLarger(_ width: Int) -> Bool {
            coded("hvc1", configuration(parameters(width, 1)), said: said).isLargerThanSaid
        }
        #expect(!isLarger(3_048_576) && isLarger(3_048_577))
        #expect(!coded("hvc1", [], said: said).isLargerThanSaid)
    }
}
