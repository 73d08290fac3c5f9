import Imaging
import Testing

@Suite("Texts in EXIF")
struct EXIFTextTests {
    private static let text = "Grüße, Привет 12"

    private func comment(_ bytes: [UInt8], isBigEndian: Bool = false) throws -> String? {
        var fixture = TIFFFixture(isBigEndian: isBigEndian)
        fixture.exif = [(0x9286, .undefined(bytes))]
        return try MetadataFixture(exif: fixture.block).metadata().userComment
    }

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    @Test("are read whole, however long they are", arguments: [256, 5000, 60_000])
    func length(count: Int) throws {
        let text = String(String(repeating: "Words of a caption. ", count: count / 20).dropLast())
        var fixture = TIFFFixture()
        fixture.main = [(0x010E, .ascii(text))]
        #expect(try MetadataFixture(exif: fixture.block).metadata().imageDescription == text)
        #expect(try comment(Array("ASCII\0\0\0".utf8) + Array(text.utf8)) == text)
    }

    @Test(
        "that are comments in UTF-16 may have either order of bytes, whatever the block has", arguments: [false, true])
    func byteOrders(isBigEndian: Bool) throws {
        let code = Array("UNICODE\0".utf8)
        for order in [false, true] {
            for text in ["Hello there", Self.text, "Привет, мир"] {
                let bytes = Self.utf16(text, isBigEndian: order)
                #expect(try comment(code + bytes + [0, 0, 0, 0], isBigEndian: isBigEndian) == text)
                let marked = Self.utf16("\u{FEFF}一月一日", isBigEndian: order)
                #expect(try comment(code + marked, isBigEndian: isBigEndian) == "一月一日")
            }
        }
        let own = Self.utf16("一月一日", isBigEndian: isBigEndian)
        #expect(try comment(code + own, isBigEndian: isBigEndian) == "一月一日")
    }

    @Test("that are comments of no known encoding are shown where they are text")
    func undefined() throws {
        let none = [UInt8](repeating: 0, count: 8)
        #expect(try comment(none + Array("Zwei\tGrüße\n".utf8)) == "Zwei\tGrüße")
        #expect(try comment(Array("        Hello".utf8)) == "Hello")
        #expect(try comment(none + [5, 0xFF, 0x80, 0x90, 7, 9]) == nil)
        #expect(try comment(none + Array("abc\u{1}\u{2}def".utf8)) == nil)
        #expect(try comment(none + [0x41, 0x42, 0xFE, 0xFE]) == nil)
        #expect(try comment(Array("ASCII\0\0\0".utf8) + Array("a\u{7}b".utf8)) == nil)
        #expect(try comment(Array("ASCII\0\0\0".utf8)) == nil)
    }

    @Test("that are comments do not begin with the name of their encoding if blanks follow it")
    func blanks() throws {
        #expect(try comment(Array("ASCII   Hello".utf8)) == "Hello")
        #expect(try comment(Array("ASCII   ".utf8) + [UInt8](repeating: 0, count: 56)) == nil)
        #expect(try comment(Array("UNICODE ".utf8) + Self.utf16(Self.text, isBigEndian: false)) == Self.text)
        #expect(try comment(Array("ASCII art of a cat".utf8)) == "ASCII art of a cat")
    }

    @Test("that are not UTF-8 are what Windows wrote in the West")
    func windows() throws {
        let bytes: [UInt8] = [0x43, 0x61, 0x66, 0xE9, 0x20, 0x93, 0xD6, 0x94, 0x20, 0x80]
        var fixture = TIFFFixture()
        fixture.main = [(0x010E, .text(bytes)), (0x0110, .text(bytes))]
        let found = try MetadataFixture(exif: fixture.block).metadata()
        #expect(found.imageDescription == "Café “Ö” €" && found.model == "Café “Ö” €")
        #expect(try comment(Array("ASCII\0\0\0".utf8) + bytes) == "Café “Ö” €")
    }

    @Test("that are too long for a field end with a whole character")
    func cut() throws {
        var fixture = TIFFFixture()
        fixture.main = [(0x0110, .ascii("a" + String(repeating: "é", count: 200)))]
        let model = try MetadataFixture(exif: fixture.block).metadata().model
        #expect(model == "a" + String(repeating: "é", count: 127))
        fixture.main = [(0x0110, .ascii(String(repeating: "é", count: 200)))]
        #expect(try MetadataFixture(exif: fixture.block).metadata().model == String(repeating: "é", count: 127))
    }

    @Test("may be of EXIF 3.0's type for UTF-8")
    func utf8() throws {
        var fixture = TIFFFixture()
        fixture.main = [(0x010E, .utf8("Grüße"))]
        #expect(try MetadataFixture(exif: fixture.block).metadata().imageDescription == "Grüße")
    }

    @Test("that are comments without a name of their encoding are shown from their first character")
    func unnamed() throws {
        #expect(try comment(Array("Nur ein Kommentar\0".utf8)) == "Nur ein Kommentar")
        #expect(try comment([1, 2, 3, 4, 5, 6, 7, 8] + Array("abc".utf8)) == nil)
    }
}
