/// Makes an EXIF block for an image that was turned upright and encoded again. Everything about the photo is kept, except
/// what is no longer true.
struct UprightEXIF {
    private let structure: TIFFStructure
    private var bytes: [UInt8]

    /// The block with orientation 1, with the size and colours (sRGB) of the new image, and without the thumbnail,
    /// which is oriented like the old one. Nothing is moved. Nil if the block cannot be read.
    static func block(_ block: [UInt8], size: (width: Int, height: Int)) -> [UInt8]? {
        guard let structure = TIFFStructure(ByteView(block)),
            let main = structure.directory(at: structure.firstDirectoryOffset)
        else { return nil }
        var upright = UprightEXIF(structure: structure, bytes: block)
        upright.set(.orientation, to: 1, in: main)
        // Some phones write the size here, too, where it is that of a TIFF.
        upright.set(.imageWidth, to: size.width, in: main)
        upright.set(.imageLength, to: size.height, in: main)
        if let exif = main.integer(.exifDirectory).flatMap({ structure.directory(at: $0) }) {
            upright.set(.pixelXDimension, to: size.width, in: exif)
            upright.set(.pixelYDimension, to: size.height, in: exif)
            upright.setColors(in: exif)
        }
        upright.endDirectories(after: main)
        return upright.bytes
    }

    /// Sets the colour space to sRGB. For Adobe RGB, cameras write a value that EXIF does not define, and R03 as the
    /// interoperability index (DCF 2.0); programs that find no profile rely on both.
    private mutating func setColors(in exif: TIFFDirectory) {
        let (sRGB, basic, optional) = (1, Array("R98\0".utf8), Array("R03\0".utf8))
        set(.colorSpace, to: sRGB, in: exif)
        guard let other = exif.integer(.interoperability).flatMap({ structure.directory(at: $0) }) else { return }
        for entry in other.entries
        where structure.uint16(at: entry) == TIFFDirectory.Tag.interoperabilityIndex.rawValue
            && structure.bytes.slice(at: entry + 8, length: 4)?.starts(with: optional, at: 0) == true
        {
            bytes.replaceSubrange(entry + 8..<entry + 12, with: basic)
        }
    }

    private mutating func set(_ tag: TIFFDirectory.Tag, to value: Int, in directory: TIFFDirectory) {
        for entry in directory.entries where structure.uint16(at: entry) == tag.rawValue {
            let lengths: [UInt16: Int] = [1: 1, 3: 2, 8: 2]  // BYTE, SHORT and SSHORT; the others have four bytes.
            write(value, length: structure.uint16(at: entry + 2).flatMap { lengths[$0] } ?? 4, at: entry + 8)
        }
    }

    private mutating func endDirectories(after directory: TIFFDirectory) {
        write(0, length: 4, at: directory.offset + 2 + directory.entryCount * 12)
    }

    private mutating func write(_ value: Int, length: Int, at offset: Int) {
        guard offset >= 0, offset + length <= bytes.count else { return }
        let number = (0..<length).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        bytes.replaceSubrange(offset..<offset + length, with: structure.isLittleEndian ? number : number.reversed())
    }
}
