import Imaging
import PhotoModel
import TestSupport
import Testing

@testable import HEIFImaging

@Suite("What decoders of HEIF print")
struct QuietDecoderTests {
    @Test("A damaged AV1 image is an error, of which the decoder prints nothing itself")
    func damaged() throws {
        // A sequence header (AV1 specification, section 5.5) of a profile that does not exist.
        let image = CodedImage(
            type: "av01", configuration: [0x81, 0, 0x0C, 0], size: PixelSize(width: 64, height: 64), codePoints: nil,
            data: [0x0A, 2, 0xFF, 0xFF])
        let text = try standardError {
            #expect(throws: ImagingError.self) { _ = try LibheifDecoder().decode(image) }
        }
        for words in ["OBU", "sequence header", "frame header"] { #expect(!text.contains(words), "\(text)") }
    }
}
