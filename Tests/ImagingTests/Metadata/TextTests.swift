import PhotoModel
import Testing

@testable import Imaging

@Suite("Texts in metadata")
struct TextTests {
    @Test("are UTF-8 where they are valid, else Windows' code page")
    func guessed() {
        #expect(String(guessing: Array("Été €".utf8)) == "Été €")
        #expect(String(guessing: [0xC9, 0x74, 0xE9, 0x20, 0x80, 0x93, 0x9F, 0xFF] as [UInt8]) == "Été €“Ÿÿ")
        #expect(String(guessing: [0x81, 0xC3] as [UInt8]) == "\u{81}Ã")
        #expect(String(guessing: [] as [UInt8]) == "")
    }

    @Test("have no blanks at their ends and no NUL anywhere")
    func trimmed() {
        #expect("  a b\t\r\n\u{B}\u{C}".trimmedText == "a b" && "a".trimmedText == "a")
        #expect("".trimmedText == nil && " \n".trimmedText == nil && "\0 \0".trimmedText == nil)
        #expect("\0a\0b \0".trimmedText == "ab" && "\u{A0}a".trimmedText == "\u{A0}a")
        #expect([" sea", "sun", "sea ", "", "Sea"].distinctWords == ["sea", "sun", "Sea"])
    }

    /// The focal lengths, the apertures, and what is shown of them.
    private static let lenses: [([Double], String?)] = [
        ([24, 70, 2.8, 2.8], "24-70mm f/2.8"), ([50, 50, 1.4, 1.4], "50mm f/1.4"),
        ([18, 55, 3.5, 5.6], "18-55mm f/3.5-5.6"), ([18, 0, 4, 0], "18mm f/4"), ([0, 55, 4, 0], "55mm f/4"),
        ([18.26, 55.04, 3.96, 5.62], "18.3-55mm f/4-5.6"), ([18, 55, 0, 5.6], "18-55mm"),
        ([18, 55, .nan, .nan], "18-55mm"), ([18, 55, .infinity, 4], "18-55mm"), ([18, 55, 999, 1000], "18-55mm f/999"),
        ([70, 24, 2.8, 2.8], nil), ([0, 0, 2.8, 2.8], nil), ([.infinity, .nan, 4, 4], nil), ([20_000, 0, 4, 4], nil),
        ([-5, 0, 4, 4], nil), ([19_999, 0, 0, 0], "19999mm"), ([18, 55, 3.5], nil), ([], nil),
    ]

    @Test("of lenses without a name have what is known of their numbers")
    func lenses() {
        for (values, text) in Self.lenses { #expect(LensNumbers(values)?.text == text, "\(values)") }
        #expect(LensNumbers(focalLengths: [10, 20])?.text == "10-20mm" && LensNumbers(focalLengths: [10]) == nil)
    }

    @Test("say of a motion photo's video only what is inside of the file")
    func motionPhotos() {
        func range(_ offset: Int, _ count: Int, _ file: Int) -> Range<Int>? {
            MotionPhoto(offsetFromEnd: offset, byteCount: count).range(inFileOf: file)
        }
        #expect(range(10, 5, 100) == 90..<95 && range(10, 10, 11) == 1..<11)
        #expect(range(10, 10, 10) == nil && range(10, 11, 100) == nil && range(10, 0, 100) == nil)
        #expect(range(10, -1, 100) == nil && range(.max, .max, 100) == nil && range(-5, -9, 100) == nil)
    }
}
