import CImaging
import Testing

@Suite("Samples")
struct SampleTests {
    /// Samples of two rows with a gap between them, as eight bits; the gap stays 7.
    private func narrowed(_ rows: [UInt16], depth: UInt32, isFullRange: Bool) -> [UInt8] {
        var result = [UInt8](repeating: 7, count: 10)
        imaging_narrow(rows, 10, 4, 2, depth, isFullRange ? 1 : 0, &result, 5)
        return result
    }

    @Test("of more than eight bits are rounded, and stay in the range of their depth")
    func narrow() {
        // Five numbers a row, of which the last is not read.
        let ten: [UInt16] = [0, 512, 1023, 2000, 9, 64, 940, 1, 2, 9]
        #expect(narrowed(ten, depth: 10, isFullRange: true) == [0, 128, 255, 255, 7, 16, 234, 0, 0, 7])
        #expect(narrowed(ten, depth: 10, isFullRange: false) == [0, 128, 255, 255, 7, 16, 235, 0, 1, 7])
        let twelve: [UInt16] = [0, 2048, 4095, 5000, 9, 256, 3760, 8, 7, 9]
        #expect(narrowed(twelve, depth: 12, isFullRange: false) == [0, 128, 255, 255, 7, 16, 235, 1, 0, 7])
        let sixteen: [UInt16] = [0, 32_768, 65_535, 1, 9, 4096, 60_160, 128, 127, 9]
        #expect(narrowed(sixteen, depth: 16, isFullRange: true) == [0, 128, 255, 0, 7, 16, 234, 0, 0, 7])
        #expect(narrowed(sixteen, depth: 16, isFullRange: false) == [0, 128, 255, 0, 7, 16, 235, 1, 0, 7])
    }

    @Test("with alpha are laid over white, multiplied and divided, each rounded")
    func alpha() {
        let pixels: [UInt8] = [100, 200, 0, 128, 100, 200, 0, 255, 100, 200, 0, 0]
        var flat = [UInt8](repeating: 7, count: 10)
        imaging_flatten(pixels, 12, 3, 1, &flat, 10)
        #expect(flat == [177, 227, 127, 100, 200, 0, 255, 255, 255, 7])
        var multiplied: [UInt8] = [100, 200, 255, 128, 100, 200, 0, 255, 100, 200, 0, 0]
        imaging_premultiply(&multiplied, 12, 3, 1)
        #expect(multiplied == [50, 100, 128, 128, 100, 200, 0, 255, 0, 0, 0, 0])
        // A colour may exceed its alpha; those of 0 and 255 stay.
        var divided: [UInt8] = [50, 100, 128, 128, 200, 10, 0, 100, 9, 8, 7, 0, 9, 8, 7, 255]
        imaging_unpremultiply(&divided, 16, 4, 1)
        #expect(divided == [100, 199, 255, 128, 255, 26, 0, 100, 9, 8, 7, 0, 9, 8, 7, 255])
    }

    @Test("are replaced by a table's, and alpha by what is written into every fourth byte")
    func tables() {
        let table = (0..<256).map { UInt8(255 - $0) }
        var samples: [UInt8] = [0, 1, 9, 255, 128, 9]
        imaging_map_samples(&samples, 3, 2, 2, table)
        #expect(samples == [255, 254, 9, 0, 127, 9])
        var pixels = [UInt8](repeating: 1, count: 12)
        imaging_set_alpha([50, 60, 9, 70, 80] as [UInt8], 3, 1, 2, &pixels, 8)
        #expect(pixels == [1, 1, 1, 50, 1, 1, 1, 1, 1, 1, 1, 70])
    }
}
