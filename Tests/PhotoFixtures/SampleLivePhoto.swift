/// The halves of a Live Photo, each of which says what it belongs to.
public enum SampleLivePhoto {
    /// A JPEG whose maker note is an iPhone's.
    public static func still(_ identifier: String) throws -> [UInt8] {
        let note = makerNote(identifier)
        let main = { (exif: Int) in TIFFTags(dictionaryLiteral: (0x10F, .text("Apple")), (0x8769, .long(exif))) }
        let start = main(0).file.count
        let exif: TIFFTags = [0x9003: .text("2024:05:06 07:08:09"), 0x927C: .bytes(note)]
        let payload = Array("Exif\0\0".utf8) + main(start).file + exif.directory(at: start)
        let jpeg = try SamplePhoto.jpeg()
        return [0xFF, 0xD8, 0xFF, 0xE1] + SampleRAW.big(UInt16(payload.count + 2)) + payload + jpeg.dropFirst(2)
    }

    /// A directory of one tag, in big-endian numbers, whose text follows it.
    private static func makerNote(_ identifier: String) -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        let entry: [UInt8] = [0, 0x11, 0, 2] + SampleRAW.big(UInt32(text.count)) + SampleRAW.big(UInt32(32))
        return Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8) + [0, 1] + entry + [0, 0, 0, 0] + text
    }

    /// A QuickTime file whose movie is nothing but metadata.
    public static func video(_ identifier: String) -> [UInt8] {
        let name = Array("com.apple.quicktime.content.identifier".utf8)
        let other = Array("com.apple.quicktime.make".utf8)
        let keys = [0, 0, 0, 0, 0, 0, 0, 2] + SampleRAW.box("mdta", other) + SampleRAW.box("mdta", name)
        let value = SampleRAW.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array(identifier.utf8))
        let item = SampleRAW.big(UInt32(8 + value.count)) + [0, 0, 0, 2] + value
        let meta = SampleRAW.box("meta", SampleRAW.box("keys", keys) + SampleRAW.box("ilst", item))
        return SampleMedia.quickTime + SampleRAW.box("moov", meta)
    }
}
