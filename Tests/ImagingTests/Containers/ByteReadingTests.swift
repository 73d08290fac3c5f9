import PhotoModel
import Testing

@testable import Imaging

@Suite("Reading bytes and bits")
struct ByteReadingTests {
    @Test("gives bits from the highest one, and zeros after the end")
    func bits() {
        var reader = BitReader([0b1010_0110, 0xF1] as [UInt8])
        let numbers = [reader.bits(3), reader.bits(5), reader.bits(4)]
        #expect(numbers == [5, 6, 15])
        reader.skip(3)
        #expect(!reader.isAtEnd)
        let last = reader.bit()
        #expect(last && reader.isAtEnd)
        #expect(reader.bits(8) == 0)
        #expect(reader.isAtEnd)
    }

    @Test("gives numbers of Exp-Golomb codes of up to 31 zeros")
    func exponentialGolomb() {
        // 1, 010, 011, 00100, 00101 and zeros.
        var reader = BitReader([0xA6, 0x42, 0x80] as [UInt8])
        let numbers = (0..<5).map { _ in reader.exponentialGolomb() }
        #expect(numbers == [0, 1, 2, 3, 4])
        #expect(reader.exponentialGolomb() == nil)
        var largest = BitReader([0, 0, 0, 1, 0xFF, 0xFF, 0xFF, 0xFE] as [UInt8])
        #expect(largest.exponentialGolomb() == 4_294_967_294)
        var zeros = BitReader([0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] as [UInt8])
        #expect(zeros.exponentialGolomb() == nil)
        var nothing = BitReader([] as [UInt8])
        #expect(nothing.exponentialGolomb() == nil)
    }

    /// Bytes that do not begin at 0 in their array.
    private let view = ByteView(([9, 9, 1, 2, 3, 4, 5] as [UInt8])[2...])

    @Test("of a part is by its own offsets, and ends where it does")
    func parts() {
        #expect(view.count == 5 && view.byte(at: 0) == 1 && view.byte(at: 4) == 5)
        #expect(view.byte(at: -1) == nil && view.byte(at: 5) == nil && view.byte(at: .max) == nil)
        #expect(view.bigUInt16(at: 3) == 0x0405 && view.bigUInt16(at: 4) == nil)
        #expect(view.bigUInt32(at: 1) == 0x0203_0405 && view.bigUInt32(at: 2) == nil)
        #expect(view.littleUInt32(at: 0) == 0x0403_0201)
        #expect(view.slice(at: 1, length: 4).map { Array($0.bytes) } == [2, 3, 4, 5])
        #expect(view.slice(at: 5, length: 0)?.count == 0)
        for (offset, length) in [(1, 5), (-1, 2), (0, -1), (6, 0), (3, .max), (.max, 1)] as [(Int, Int)] {
            #expect(view.slice(at: offset, length: length) == nil, "\(offset) \(length)")
        }
        #expect(view.slice(upTo: 9, at: 3).map { Array($0.bytes) } == [4, 5])
        #expect(view.slice(upTo: 1, at: 3)?.count == 1 && view.slice(upTo: 1, at: 5) == nil)
        #expect(view.starts(with: [1, 2]) && view.starts(with: [4, 5], at: 3) && !view.starts(with: [5, 6], at: 4))
    }

    @Test("finds texts between two places")
    func texts() {
        let view = ByteView(Array("abcabca".utf8))
        #expect(view.firstIndex(of: "ca") == 2 && view.firstIndex(of: "ca", from: 3) == 5)
        #expect(view.firstIndex(of: "ca", before: 3) == 2 && view.firstIndex(of: "ca", before: 2) == nil)
        #expect(view.firstIndex(of: "ca", from: 6) == nil && view.firstIndex(of: "x") == nil)
        #expect(view.firstIndex(of: "ab", from: 99) == nil && view.firstIndex(of: "abcabca") == 0)
        #expect(view.fourCharacters(at: 3) == "abca" && view.fourCharacters(at: 4) == nil)
    }

    @Test("one after the other gives numbers that fit, and texts up to their NUL")
    func cursors() throws {
        var cursor = ByteCursor(ByteView([1, 2, 0xFF, 0xFF, 0xFF, 0xFE, 0x61, 0x62, 0, 0x63, 7, 0, 0, 9]))
        #expect(try cursor.integer(2) == 0x0102)
        #expect(try cursor.signedInteger() == -2)
        #expect(cursor.text() == "ab")
        #expect(cursor.offset == 9)
        #expect(try cursor.integer(1) == 0x63)
        let (version, flags) = try cursor.versionAndFlags()
        #expect(version == 7 && flags == 9 && cursor.isAtEnd)
        #expect(throws: ImagingError.self) { try cursor.integer(1) }
        #expect(cursor.text() == "")
        let numbers: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 7) + [0x80] + [UInt8](repeating: 0, count: 7)
        var largest = ByteCursor(ByteView(numbers))
        #expect(try largest.integer(8) == .max)
        #expect(throws: ImagingError.self) { try largest.integer(8) }
    }

    @Test("of zlib ends at a limit")
    func inflated() {
        let deflated: [UInt8] = [120, 156, 75, 76, 132, 129, 36, 56, 0, 0, 79, 221, 7, 159]
        let text = Array("aaaaaaaaaabbbbbbbbbb".utf8)
        #expect(deflated.inflated(limit: 20) == text && deflated.inflated(limit: 1000) == text)
        #expect(deflated.inflated(limit: 19) == nil)
        #expect(Array(deflated.dropLast(6)).inflated(limit: 1000) == nil && [UInt8]().inflated(limit: 10) == nil)
    }
}
