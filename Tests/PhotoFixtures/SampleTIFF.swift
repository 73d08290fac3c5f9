/// A TIFF of one gray, as programs write it that know the directory last: behind the pixels.
public enum SampleTIFF {
    /// The file, uncompressed, a byte a pixel.
    ///
    /// - Parameter make: the tag of who made the camera.
    public static func file(width: Int, height: Int, make: String) -> [UInt8] {
        let pixels = [UInt8](repeating: 128, count: width * height)
        let start = 8 + pixels.count + pixels.count % 2
        let tags: TIFFTags = [
            0x0100: .long(width), 0x0101: .long(height), 0x0102: .short(8), 0x0103: .short(1), 0x0106: .short(1),
            0x010F: .text(make), 0x0111: .long(8), 0x0115: .short(1), 0x0116: .long(height),
            0x0117: .long(pixels.count),
        ]
        let padding = [UInt8](repeating: 0, count: pixels.count % 2)
        return Array("II".utf8) + [42, 0] + TIFFTags.little(UInt32(start)) + pixels + padding
            + tags.directory(at: start)
    }
}
