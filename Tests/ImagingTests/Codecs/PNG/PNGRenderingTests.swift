import Imaging
import PhotoModel
import Testing

@Suite("Rendering PNG")
struct PNGRenderingTests {
    private func encoded(_ buffer: PixelBuffer) throws -> ImageSource {
        ImageSource(bytes: try PNGEncoder().encode(buffer))
    }

    @Test("gives back every sample at full size", arguments: [PixelFormat.gray8, .rgb8, .rgba8])
    func lossless(format: PixelFormat) throws {
        let image = try PixelBuffer.filled(37, 23, format) { x, y in
            Array([UInt8(x * 6), UInt8(y * 11), UInt8(x * y % 256), UInt8(255 - x * 5)].prefix(format.bytesPerPixel))
        }
        let result = try ImageDecoder().render(encoded(image), RenderRequest())
        #expect(result.format == format)
        #expect(try result.meanDifference(from: image) == 0)
    }

    @Test("scales rows as they come to the same image as a filter over all of it", arguments: [400, 90, 31, 7, 1])
    func scales(side: Int) throws {
        let image = try PixelBuffer.waves(640, 400)
        let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
        let result = try ImageDecoder().render(encoded(image), request)
        let reference = try ImageScaler.scale(image, request)
        #expect(result.size == reference.size)
        #expect(try result.meanDifference(from: reference) < 2)
    }

    @Test("mixes no colour out of transparent pixels", arguments: [150, 40, 5])
    func alpha(side: Int) throws {
        let image = try PixelBuffer.filled(300, 300, .rgba8) { x, _ in x < 150 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
        let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
        let result = try ImageDecoder().render(encoded(image), request)
        #expect(result.format == .rgba8)
        for x in 0..<side {
            let pixel = result.pixel(x, side / 2)
            if pixel[3] > 8 { #expect(pixel[0] > 240 && pixel[1] < 16, "\(pixel)") }
        }
        #expect(result.pixel(0, 0)[3] > 240 && result.pixel(side - 1, 0)[3] < 16)
    }

    @Test("needs little memory for a small image of a large file")
    func boundedMemory() throws {
        let source = try encoded(PixelBuffer.columns(4000, 3000, .gray8) { [UInt8($0 % 256)] })
        let limits = ImageLimits(maxPixels: 12_000_000, maxFileBytes: .max, maxMemoryBytes: 2 << 20)
        let request = RenderRequest(targetSize: PixelSize(width: 256, height: 256))
        #expect(try ImageDecoder(limits: limits).render(source, request).size == PixelSize(width: 256, height: 192))
        #expect(throws: ImagingError.self) { try ImageDecoder(limits: limits).render(source, RenderRequest()) }
    }

    @Test("cuts out the part that was asked for")
    func crops() throws {
        let image = try PixelBuffer.waves(64, 48)
        let crop = PixelRect(x: 13, y: 7, width: 20, height: 11)
        let result = try ImageDecoder().render(encoded(image), RenderRequest(crop: crop))
        #expect(try result.meanDifference(from: ImageScaler.scale(image, RenderRequest(crop: crop))) == 0)
    }

    @Test("delivers what there is of a cut-off file, and says so")
    func truncated() throws {
        let noise = try PixelBuffer.rgb(300, 200) { x, y in
            let mixed = UInt32(x + y * 300) &* 2_654_435_761  // Knuth's multiplicative hash; nothing to compress.
            return [UInt8(mixed >> 24), UInt8(mixed >> 16 & 255), UInt8(mixed >> 8 & 255)]
        }
        let png = try PNGEncoder().encode(noise)
        let source = ImageSource(bytes: Array(png.prefix(png.count * 6 / 10)))
        let result = try ImageDecoder().renderWithDiagnostics(source, RenderRequest())
        #expect(result.diagnostics.isTruncated && result.diagnostics.isIncomplete)
        #expect(result.buffer.pixel(150, 199) == [128, 128, 128])
        #expect(try #require(result.diagnostics.completeRows) < 200)
        #expect(throws: ImagingError.self) {
            try ImageDecoder().render(ImageSource(bytes: Array(png.prefix(60))), RenderRequest())
        }
    }

    @Test("stops in a chunk before its pixels when it is cancelled")
    func cancelsInHeader() throws {
        var png = try PNGEncoder().encode(.waves(10, 10))
        let length = 4 << 20
        // With a checksum that is wrong, which is known only at the end.
        let chunk = PNGChunk.big(UInt32(length)) + Array("tEXt".utf8) + [UInt8](repeating: 0, count: length + 4)
        png.insert(contentsOf: chunk, at: PNGChunk.headerEnd)
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                questions += 1
                return questions > 30 ? .cancelled : nil
            }
            return try ImageDecoder().render(ImageSource(bytes: png), RenderRequest(), cancellation: cancellation)
        }
    }

    @Test("stops between rows when it is cancelled")
    func cancels() throws {
        let source = try encoded(.waves(100, 400))
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                questions += 1
                return questions > 2 ? .cancelled : nil
            }
            return try ImageDecoder().render(source, RenderRequest(), cancellation: cancellation)
        }
    }
}
