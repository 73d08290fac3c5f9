import PhotoModel
import Testing

@testable import PickerCommands

@Suite("Text that commands print")
struct TextFormatTests {
    private static let counts: [(count: Int64, text: String)] = [
        (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (1049, "1.0 kB"), (1050, "1.1 kB"),
        (999_949, "999.9 kB"), (999_950, "1.0 MB"), (1_500_000, "1.5 MB"), (999_999_999, "1.0 GB"),
        (2_000_000_000_000, "2.0 TB"), (1_000_000_000_000_000, "1.0 PB"), (.max, "9223.4 PB"),
    ]

    @Test("Bytes are in decimal units with one digit, and never a thousand of one that has a next", arguments: counts)
    func bytes(count: Int64, text: String) {
        #expect(TextFormat.bytes(count) == text)
        // Of a file, 0 says that it is not known.
        #expect(TextFormat.fileSize(count) == (count == 0 ? "-" : text))
    }

    private static let numbers: [(value: Double, text: String)] = [
        (29.97, "29.97"), (30, "30"), (0.5, "0.5"), (0.05, "0.05"), (0.004, "0"), (1.999, "2"),
        (.nan, "nan"), (.infinity, "inf"),
    ]

    @Test("Numbers have at most two digits after the point, and none that say nothing", arguments: numbers)
    func decimals(value: Double, text: String) {
        #expect(TextFormat.decimal(value) == text)
    }

    private static let exposures: [(seconds: Double, text: String)] = [
        (0.004, "1/250 s"), (0.3, "1/3 s"), (0.39, "1/3 s"), (0.4, "0.4 s"), (2.5, "2.5 s"), (1e-20, "1/1e+20 s"),
        (.leastNonzeroMagnitude, "1/inf s"),
    ]

    @Test("Exposures of less than 0.4 seconds are fractions, however short they are", arguments: exposures)
    func shortExposures(seconds: Double, text: String) {
        #expect(Info.exposureTime(seconds) == text)
    }

    @Test("Control characters, and those that turn text around, are seen and do nothing")
    func oneLine() {
        let text = "a\nb\tc\rd\u{1B}e\u{85}f\u{202A}g\u{202E}h\u{2066}i\u{2069}j"
        #expect(TextFormat.oneLine(text) == #"a\nb\tc\rd\x1be\x85f\u202ag\u202eh\u2066i\u2069j"#)
        let harmless = "é 🌊 \u{2029}\u{202F}\u{2065}\u{206A}"
        #expect(TextFormat.oneLine(harmless) == harmless)
    }

    @Test("A message names its file once, and an empty name is seen")
    func problems() {
        #expect(TextFormat.problem("a.jpg", "is damaged") == "a.jpg: is damaged")
        #expect(TextFormat.problem("a.jpg", "a.jpg: is damaged") == "a.jpg: is damaged")
        #expect(TextFormat.problem("a.jpg", "a.jpg is damaged") == "a.jpg is damaged")
        #expect(TextFormat.problem("a.jpg", "a.jpgs are damaged") == "a.jpg: a.jpgs are damaged")
        #expect(TextFormat.problem(".", "is gone") == "is gone")
        #expect(TextFormat.error(": no such folder") == "\"\": no such folder")
        #expect(TextFormat.error("x: no\nfolder") == #"x: no\nfolder"#)
    }

    @Test("Columns are as wide as their longest cell, the last one is not padded, and each row is one line")
    func table() {
        #expect(TextFormat.table([["a", "bb"], ["ccc", "d"], ["e"]]) == "a    bb\nccc  d\ne\n")
        #expect(TextFormat.table([["é", "x"], ["a\nb", "y"]]) == "é     x\na\\nb  y\n")
        #expect(TextFormat.table([]).isEmpty)
        #expect(TextFormat.size(640, 480) == "640x480" && TextFormat.size(0, 0) == "-")
    }

    @Test("A bar is full at the end, beyond it, and where nothing is to do")
    func bars() {
        func bar(_ filled: Int) -> String {
            "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "]"
        }
        #expect(ProgressLine.bar(0, 10) == bar(0) && ProgressLine.bar(5, 10) == bar(10))
        #expect(ProgressLine.bar(99, 100) == bar(19) && ProgressLine.bar(100, 100) == bar(20))
        #expect(ProgressLine.bar(30, 10) == bar(20) && ProgressLine.bar(0, 0) == bar(20))
        #expect(ProgressLine.bar(.max, .max) == bar(20))
    }

    private static let speeds: [(done: Int, seconds: Double, left: Int?, text: String)] = [
        (10, 0.999, 5, ""), (0, 5, 5, ""), (240, 2, nil, "  120/s"), (240, 2, 0, "  120/s"),
        (240, 2, 120, "  120/s, 1 s left"), (1, 4, 10, "  0.3/s, 40 s left"), (1, 1, 89, "  1/s, 89 s left"),
        (1, 1, 90, "  1/s, 2 min left"), (1, 1, 5399, "  1/s, 90 min left"), (1, 1, 5400, "  1/s, 2 h left"),
    ]

    @Test("A speed is told after a second, with the time that is left where that is known")
    func speed() {
        for (done, seconds, left, text) in Self.speeds {
            #expect(ProgressSpeed(of: done, in: .seconds(seconds)).text(left: left) == text)
        }
    }
}
