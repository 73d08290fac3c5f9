/// Photos that say of which burst they are.
public enum SampleBurst {
    /// A JPEG with a maker note in which a burst is named, as iPhones write it.
    ///
    /// - Parameters:
    ///   - identifier: of the burst, at most 220 bytes of ASCII.
    ///   - jpeg: a file that has no EXIF.
    public static func photo(of identifier: String, in jpeg: [UInt8]) -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        let note: [UInt8] =
            Array("Apple iOS\0".utf8) + [0, 1] + Array("MM".utf8)
            + [0, 1, 0, 0x0B, 0, 2, 0, 0, 0, UInt8(text.count), 0, 0, 0, 32, 0, 0, 0, 0] + text
        let head = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
        let main: [UInt8] = [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
        let exif: [UInt8] = [0, 1, 0x92, 0x7C, 0, 7, 0, 0, 0, UInt8(note.count), 0, 0, 0, 44, 0, 0, 0, 0]
        let block = Array("Exif\0\0".utf8) + head + main + exif + note
        let segment = [0xFF, 0xE1, UInt8((block.count + 2) >> 8), UInt8((block.count + 2) & 255)] + block
        return [0xFF, 0xD8] + segment + jpeg.dropFirst(2)
    }
}
