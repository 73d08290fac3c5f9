import Imaging
import Pixels
import Testing

@Suite("An encoder that is cancelled")
struct EncoderCancellationTests {
    @Test("stops at its first question after that", arguments: ["JPEG", "progressive JPEG", "PNG", "WebP", "lossless"])
    func stops(kind: String) throws {
        let picture = try PixelBuffer.waves(600, 400)
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            try encode(kind, picture) {
                questions += 1
                return questions > 2
            }
        }
        #expect(questions == 3)
        #expect(try !encode(kind, picture) { false }.isEmpty)
    }

    private func encode(_ kind: String, _ picture: PixelBuffer, _ isCancelled: () -> Bool) throws -> [UInt8] {
        switch kind {
        case "JPEG": try JPEGEncoder().encode(picture, isCancelled: isCancelled)
        case "progressive JPEG": try JPEGEncoder(isProgressive: true).encode(picture, isCancelled: isCancelled)
        case "PNG": try PNGEncoder().encode(picture, isCancelled: isCancelled)
        case "WebP": try WebPEncoder().encode(picture, isCancelled: isCancelled)
        default: try WebPEncoder(isLossless: true).encode(picture, isCancelled: isCancelled)
        }
    }

    @Test("asked for progressive JPEG writes one: a frame of type SOF2", arguments: [false, true])
    func progressive(isProgressive: Bool) throws {
        let file = try JPEGEncoder(isProgressive: isProgressive).encode(.waves(60, 40))
        #expect(try ImageDecoder().header(of: ImageSource(bytes: file)).isProgressive == isProgressive)
        let frames = zip(file, file.dropFirst()).filter { $0 == 0xFF && [0xC0, 0xC2].contains($1) }.map(\.1)
        #expect(frames == [isProgressive ? 0xC2 : 0xC0])
    }
}
