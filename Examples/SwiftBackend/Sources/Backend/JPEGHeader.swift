internal import PhotoModel

/// What the segments of a JPEG say of it (ITU T.81, annex B).
struct JPEGHeader {
    /// As they are stored, before the orientation; 0 when the header does not tell.
    private(set) var width = 0
    private(set) var height = 0
    /// 1 to 8, as in EXIF.
    private(set) var orientation = 1
    private(set) var taken: Timestamp?

    /// - Parameter head: the first bytes of a file. Nil: it is no JPEG.
    init?(_ head: [UInt8]) {
        guard head.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var at = 2
        while at + 4 <= head.count, head[at] == 0xFF {
            let marker = head[at + 1]
            let length = Int(head[at + 2]) << 8 | Int(head[at + 3])
            guard length >= 2, length <= head.count - at - 2 else { return }
            let payload = head[(at + 4)..<(at + 2 + length)]
            if marker == 0xE1 { readEXIF(payload) }
            if Self.isStartOfFrame(marker), payload.count >= 5 {
                let numbers = Array(payload.prefix(5)).map(Int.init)
                (height, width) = (numbers[1] << 8 | numbers[2], numbers[3] << 8 | numbers[4])
                return
            }
            at += 2 + length
        }
    }

    /// SOF0 to SOF15 say how large a picture is; three numbers among them are other markers.
    private static func isStartOfFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private mutating func readEXIF(_ segment: ArraySlice<UInt8>) {
        guard segment.starts(with: "Exif\0\0".utf8), let block = TIFFBlock(Array(segment.dropFirst(6))) else { return }
        if let number = block.short(0x0112, in: block.firstDirectory), (1...8).contains(number) { orientation = number }
        guard let details = block.long(0x8769, in: block.firstDirectory) else { return }
        taken = block.text(0x9003, in: details).flatMap(Self.date)
    }

    /// "2024:05:17 18:30:00" in the time of the place; without an offset, taken for UTC.
    private static func date(_ text: String) -> Timestamp? {
        let numbers = text.split(whereSeparator: { $0 == ":" || $0 == " " }).map { Int($0) ?? -1 }
        guard numbers.count == 6, numbers[0] >= 1800 else { return nil }
        // Nil for the zeros of cameras whose clock was never set.
        return CivilTime(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])?.timestamp(offsetMinutes: 0)
    }
}
