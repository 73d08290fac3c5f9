import Imaging
import PhotoModel
import Testing

@Suite("The metadata of a GIF")
struct GIFMetadataTests {
    private let gif = GIFFixture(width: 4, height: 3) { x, _ in UInt8(x) }.bytes
    /// An extension with how often an animation is repeated.
    private static let repetitions: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]

    /// A GIF with extensions after its palette, which has four colours.
    private func metadata(_ extensions: [UInt8]) throws -> ImageMetadata {
        let start = 13 + 4 * 3
        let bytes = Array(gif[..<start]) + extensions + gif[start...]
        _ = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        return try ImageDecoder().metadata(of: ImageSource(bytes: bytes))
    }

    /// The packet, and bytes from 255 down to 0, of which each leads those who take it for a length to the end.
    private static func packet(_ attributes: String) -> [UInt8] {
        let packet = MetadataFixture.packet(attributes: attributes, "<dc:title>A cat</dc:title>")
        let end: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
        return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + end
    }

    @Test("is that of its XMP, and its orientation is none")
    func packet() throws {
        let found = try metadata(
            Self.repetitions
                + Self.packet("xmp:Rating='5' tiff:Orientation='6' exif:DateTimeOriginal='2001-02-03T04:05:06'"))
        #expect(found.title == "A cat" && found.rating == 5 && found.orientation == .upright)
        #expect(found.dateTimeOriginal == CivilTime("2001-02-03T04:05:06"))
    }

    @Test("is nothing where there is no XMP, or a damaged one")
    func nothing() throws {
        #expect(try metadata([]) == ImageMetadata())
        #expect(try metadata(Self.repetitions) == ImageMetadata())
        let whole = Self.packet("xmp:Rating='5'")
        for length in stride(from: 1, to: whole.count, by: 7) {
            _ = try? ImageDecoder().metadata(of: ImageSource(bytes: Array(gif[..<25]) + whole[..<length]))
        }
    }
}
