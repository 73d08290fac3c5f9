/// The TIFF structure of an EXIF block, as far as the header and the thumbnail need it. Libexif reads the full
/// metadata; that would take too long in the scan of a library.
struct EXIFBlock {
    let structure: TIFFStructure
    let main: TIFFDirectory

    /// Nil when there is no readable first directory.
    init?(_ bytes: [UInt8]) {
        self.init(ByteView(bytes))
    }

    init?(_ view: ByteView) {
        guard let structure = TIFFStructure(view),
            let main = structure.directory(at: structure.firstDirectoryOffset)
        else { return nil }
        self.structure = structure
        self.main = main
    }

    /// The directory that describes how the photo was taken.
    var exif: TIFFDirectory? { main.integer(.exifDirectory).flatMap(structure.directory) }

    /// Nil when the tag is absent or has none of the eight values.
    var orientation: Orientation? {
        guard let value = main.integer(.orientation), let byte = UInt8(exactly: value) else { return nil }
        return Orientation(rawValue: byte)
    }

    /// The bytes of the JPEG thumbnail in the second directory, when all of them are there.
    var thumbnail: ByteView? {
        guard let next = main.nextOffset, next != main.offset, let directory = structure.directory(at: next),
            let offset = directory.integer(.thumbnailOffset), let length = directory.integer(.thumbnailLength),
            length > 4, let bytes = structure.bytes.slice(at: offset, length: length),
            bytes.starts(with: [0xFF, 0xD8])
        else { return nil }
        return bytes
    }
}
