import Imaging
import PhotoModel
import Testing

@Suite("Groups of prefix codes in a WebP")
struct WebPGroupTests {
    /// Writes numbers, the lowest bit first.
    private struct Bits {
        var bytes: [UInt8] = []
        private var count = 0

        mutating func write(_ value: Int, _ width: Int) {
            for bit in 0..<width {
                if count % 8 == 0 { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[count / 8] |= 1 << UInt8(count % 8) }
                count += 1
            }
        }

        /// A prefix code has its highest bit first.
        mutating func writeCode(_ code: Int) {
            for bit in 0..<8 { write(code >> (7 - bit) & 1, 1) }
        }

        /// A code in which the first 256 symbols have eight bits each.
        mutating func writeEvenCode() {
            write(0, 1)
            // The lengths have one code, of no bits, for a length of eight: the twelfth in the order of lengths.
            write(12 - 4, 4)
            for place in 0..<12 { write(place == 11 ? 1 : 0, 3) }
            // 256 lengths follow.
            write(1, 1)
            write(3, 3)
            write(256 - 2, 8)
        }

        /// A code of one symbol, 0.
        mutating func writeNoCode() { write(1, 4) }
    }

    /// A lossless image of 512 by 512 pixels, in which each square of four pixels has the group of codes that its number is
    /// mapped to. It ends before the groups.
    private func file(group: (Int) -> Int) -> [UInt8] {
        var bits = Bits()
        bits.write(0x2F, 8)
        bits.write(511, 14)
        bits.write(511, 14)
        bits.write(0, 4)
        // No transform, no cache of colours, and an image of groups for squares of four pixels.
        bits.write(0, 2)
        bits.write(1, 1)
        bits.write(0, 3)
        // No cache; green and red say the group, blue and alpha say nothing, and nothing is repeated.
        bits.write(0, 1)
        bits.writeEvenCode()
        bits.writeEvenCode()
        for _ in 0..<3 { bits.writeNoCode() }
        for place in 0..<128 * 128 {
            let number = group(place)
            bits.writeCode(number & 255)
            bits.writeCode(number >> 8)
        }
        let data = bits.bytes + (bits.bytes.count % 2 == 0 ? [] : [0])
        return Array("RIFF".utf8) + little(data.count + 12) + Array("WEBPVP8L".utf8) + little(bits.bytes.count) + data
    }

    private func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private func failure(_ file: [UInt8]) -> ImagingError? {
        var limits = ImageLimits.standard
        limits.maxMemoryBytes = 64 << 20
        do throws(ImagingError) {
            _ = try ImageDecoder(limits: limits).render(ImageSource(bytes: file), RenderRequest())
            return nil
        } catch {
            return error
        }
    }

    @Test("Groups of prefix codes in a WebP count for the limit on memory")
    func many() {
        let error = failure(file { $0 })
        if case .tooLarge? = error {} else { Issue.record("\(error as Any)") }
    }

    @Test("Groups of prefix codes in a WebP are counted where it has few, which are not too many for the limit")
    func few() {
        let error = failure(file { $0 % 3 })
        if case .corrupt? = error {} else { Issue.record("\(error as Any)") }
    }

    /// A file whose image has 64 by 64 pixels, with an animation of one frame with this content.
    private func animation(_ sides: [UInt8], _ content: [UInt8]) -> [UInt8] {
        let canvas: [UInt8] = [0x12, 0, 0, 0, 63, 0, 0, 63, 0, 0]
        let place = [UInt8](repeating: 0, count: 6)
        let time = [UInt8](repeating: 0, count: 4)
        let frame = place + sides + time + content
        var chunks = Array("VP8X".utf8) + little(canvas.count) + canvas
        chunks += Array("ANMF".utf8) + little(frame.count) + frame
        return Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    @Test("Groups of prefix codes in a WebP are not looked for in frames that are larger than the image")
    func largerFrame() {
        // Each side is 2^24. The first transform has an image whose pixels need no bits, so there would be no end of them.
        var bits = Bits()
        bits.write(1, 8)
        bits.write(1, 1)
        bits.write(0, 2 + 3 + 1)
        for _ in 0..<5 { bits.writeNoCode() }
        bits.write(0, 64)
        // So many bytes that the groups may be too many for the limit.
        let alpha = bits.bytes + [UInt8](repeating: 0, count: 1 << 18)
        let chunk = Array("ALPH".utf8) + little(alpha.count) + alpha
        let error = failure(animation([255, 255, 255, 255, 255, 255], chunk))
        #expect(error != nil)
    }

    @Test("Groups of prefix codes in a WebP are not looked for on the stack, where a frame is in each frame")
    func frameInFrame() {
        let depth = 30_000
        var nested: [UInt8] = []
        for level in 0..<depth {
            nested += Array("ANMF".utf8) + little(16 + 24 * (depth - level - 1)) + [UInt8](repeating: 0, count: 16)
        }
        let error = failure(animation([63, 0, 0, 63, 0, 0], nested))
        #expect(error != nil)
    }
}
