/// The TIFF structure of an EXIF block, read without libexif, which would take too long where only the header or the
/// thumbnail is needed.
struct EXIFBlock {
    let structure: TIFFStructure
    let main: TIFFDirectory

    /// Nil if the block has no first directory that can be read.
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

    /// Nil if the tag is absent or is none of the eight values.
    var orientation: Orientation? {
        guard let value = main.integer(.orientation), let byte = UInt8(exactly: value) else { return nil }
        return Orientation(rawValue: byte)
    }

    /// The JPEG thumbnail that the second directory points to; nil if there is none, or if it is cut off.
    var thumbnail: ByteView? {
        guard let next = main.nextOffset, next != main.offset, let directory = structure.directory(at: next),
            let offset = directory.integer(.thumbnailOffset), let length = directory.integer(.thumbnailLength),
            length > 4, let bytes = structure.bytes.slice(at: offset, length: length),
            bytes.starts(with: [0xFF, 0xD8])
        else { return nil }
        return bytes
    }
}
