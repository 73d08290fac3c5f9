import Imaging
import PhotoModel
import Testing

@Suite("An encoder that is cancelled")
struct EncoderCancellationTests {
    @Test("stops at its first question after that", arguments: ["JPEG", "progressive JPEG", "PNG", "WebP", "lossless"])
    func stops(kind: String) throws {
        let image = try PixelBuffer.waves(600, 400)
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                questions += 1
                return questions > 2 ? .cancelled : nil
            }
            return try encode(kind, image, cancellation)
        }
        #expect(questions == 3)
        #expect(try !encode(kind, image, .never).isEmpty)
    }

    private func encode(_ kind: String, _ image: PixelBuffer, _ cancellation: Cancellation) throws -> [UInt8] {
        switch kind {
        case "JPEG": try JPEGEncoder().encode(image, cancellation: cancellation)
        case "progressive JPEG": try JPEGEncoder(isProgressive: true).encode(image, cancellation: cancellation)
        case "PNG": try PNGEncoder().encode(image, cancellation: cancellation)
        case "WebP": try WebPEncoder().encode(image, cancellation: cancellation)
        default: try WebPEncoder(isLossless: true).encode(image, cancellation: cancellation)
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
