import Imaging
import Pixels
import Testing

/// Large enough to be decoded on a thread that can be left behind.
@Suite("A large WebP")
struct LargeWebPTests {
    @Test("is rendered like the pixels that were encoded, and a cancelled render of it ends while it is being decoded")
    func rendersAndStops() throws {
        let picture = try PixelBuffer.rgb(3200, 2700) { x, y in
            [UInt8(x / 13 % 256), UInt8(y / 11 % 256), UInt8((x ^ y) & 0xF0)]
        }
        let source = ImageSource(bytes: try WebPEncoder(quality: 0, isLossless: true).encode(picture))
        #expect(try ImageDecoder().render(source, RenderRequest()).meanDifference(from: picture) == 0)

        // The questions before the decoding are few; from then on the answer is yes, however far it is.
        for end in [1, 20, 40] {
            var count = 0
            #expect(throws: ImagingError.cancelled) {
                try ImageDecoder().render(source, RenderRequest()) {
                    count += 1
                    return count >= end
                }
            }
            #expect(count == end)
        }
    }

    @Test("that is cut off is an error, also when another thread finds it")
    func cutOff() throws {
        let picture = try PixelBuffer.rgb(3200, 2700) { x, y in [UInt8(x / 13 % 256), UInt8(y / 11 % 256), 40] }
        let bytes = try WebPEncoder(quality: 0, isLossless: true).encode(picture)
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder().render(ImageSource(bytes: Array(bytes.dropLast(bytes.count / 3))), RenderRequest())
        }
        guard case .corrupt = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
