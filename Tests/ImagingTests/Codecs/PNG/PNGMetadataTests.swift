import Imaging
import PhotoModel
import Testing

@Suite("Metadata of ImageMagick in a PNG")
struct PNGMetadataTests {
    private static let xmpSignature = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let xmp = MetadataFixture.packet(
        attributes: "xmp:Rating='5' exif:DateTimeOriginal='2019-03-04T05:06:07+02:00'", "")
    private static var exif: [UInt8] {
        var fixture = TIFFFixture()
        fixture.main = [(0x010F, .ascii("Maker")), (0x0112, .short(6))]
        return fixture.block
    }

    /// A newline, the name, the length, and the digits in lines of 72.
    private func profile(_ name: String, _ data: [UInt8], isCompressed: Bool) -> (type: String, data: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("\n\(name)\n\(String(repeating: " ", count: 4))\(data.count)\n".utf8)
        for (index, byte) in data.enumerated() {
            text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if index % 36 == 35 { text.append(UInt8(ascii: "\n")) }
        }
        let keyword = Array("Raw profile type \(name)\0".utf8)
        return isCompressed ? ("zTXt", keyword + [0] + PNGFixture.stored(text)) : ("tEXt", keyword + text)
    }

    private func source(_ chunks: (type: String, data: [UInt8])...) -> ImageSource {
        ImageSource(bytes: PNGFixture(chunks: chunks).bytes)
    }

    @Test("may be XMP, of its own name or as a JPEG has it", arguments: [false, true])
    func xmp(isCompressed: Bool) throws {
        let profiles = [("xmp", Self.xmp), ("APP1", Self.xmpSignature + Self.xmp)]
        for (name, data) in profiles {
            let metadata = try ImageDecoder().metadata(of: source(profile(name, data, isCompressed: isCompressed)))
            #expect(metadata.rating == 5)
            #expect(metadata.dateTimeOriginal == CivilTime("2019-03-04T05:06:07+02:00"))
        }
    }

    @Test("may be EXIF and XMP of one name, in either order", arguments: [false, true], [false, true])
    func segments(isCompressed: Bool, hasEXIFFirst: Bool) throws {
        let first = profile("APP1", Self.xmpSignature + Self.xmp, isCompressed: isCompressed)
        let second = profile("APP1", Array("Exif\0\0".utf8) + Self.exif, isCompressed: isCompressed)
        let file = hasEXIFFirst ? source(second, first) : source(first, second)
        let metadata = try ImageDecoder().metadata(of: file)
        #expect(metadata.make == "Maker" && metadata.rating == 5)
        #expect(try ImageDecoder().header(of: file).orientation == .rotated90)
    }

    @Test("may be EXIF that is longer than what is read of it", arguments: [false, true])
    func long(isCompressed: Bool) throws {
        let long = Self.exif + [UInt8](repeating: 0xA5, count: 200_000)
        let file = source(profile("exif", long, isCompressed: isCompressed))
        #expect(try ImageDecoder().metadata(of: file).make == "Maker")
        #expect(try ImageDecoder().header(of: file).orientation == .rotated90)
        let block = try #require(try ImageDecoder().exifBlock(of: file))
        #expect(block.starts(with: Self.exif) && block.count > 64 << 10 && block.count < 72 << 10)
    }

    @Test("may be damaged in any way")
    func damaged() throws {
        let data = profile("exif", Self.exif, isCompressed: true).data
        for length in 0..<data.count {
            _ = try ImageDecoder().metadata(of: source(("zTXt", Array(data.prefix(length)))))
        }
        let text = profile("APP1", Self.exif, isCompressed: false).data
        for length in 0..<text.count {
            _ = try ImageDecoder().metadata(of: source(("tEXt", Array(text.prefix(length)))))
        }
    }
}
