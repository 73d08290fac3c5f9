import Foundation
import Testing

@testable import PhotoIndex

@Suite("Words of an asset as they are searched for")
struct FoldedTextTests {
    @Test(
        "Words of an asset are the same in capitals and small letters, composed and decomposed",
        arguments: [
            ("ABC", "abc"), ("Ä", "a\u{308}"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Straße", "STRASSE"), ("STRAẞE", "strasse"),
            ("\u{212A}", "k"),
        ])
    func folded(one: String, other: String) {
        #expect(FoldedText.piece(one) == FoldedText.piece(other))
        #expect(FoldedText.piece(one) != FoldedText.piece(other + "x"))
    }

    @Test("Words of an asset are kept one after the other, each with its end, and empty ones not at all")
    func several() {
        let texts = FoldedText.of(["Ä B", "", "C"])
        #expect(Array(texts) == Array("ä b".utf8) + [0xFF] + Array("c".utf8) + [0xFF])
        #expect(FoldedText.withoutFirst(texts) == Array("c".utf8) + [0xFF])
        #expect(FoldedText.withoutFirst(FoldedText.of(["only"])) == [] && FoldedText.of(["", ""]).isEmpty)
        #expect(FoldedText.withoutFirst(Data()) == [])
    }

    @Test("Words of an asset in ASCII are left to SQLite, which compares their capitals itself")
    func plain() {
        #expect(FoldedText.words("IMG_1 Beach") == "IMG_1 Beach" && FoldedText.words("ÄRGER") == "ärger")
    }

    @Test(
        "Words of a file's name are the name, and its numbers, without what is before them and without zeros",
        arguments: [
            ("IMG_0042.jpg", "IMG_0042.jpg 42"), ("DSC1234.jpg", "DSC1234.jpg 1234"), ("P007.mp4", "P007.mp4 007 7 4"),
            ("000.jpg", "000.jpg"), ("2024-01-02", "2024-01-02 1 2"), ("Bäume", "Bäume"), ("", ""),
        ])
    func filename(name: String, words: String) {
        #expect(FilenameWords.text(name) == words)
    }
}
