import Imaging
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite("Rendering JPEG")
struct JPEGRenderingTests {
    private static let subsamplings: [ChromaSubsampling] = [.yuv444, .yuv422, .yuv420, .yuv440, .yuv411]

    private func encoded(_ buffer: PixelBuffer, _ subsampling: ChromaSubsampling = .yuv420) throws -> ImageSource {
        ImageSource(bytes: try JPEGEncoder(quality: 95).encode(buffer.converted(to: .ycbcr8(subsampling))))
    }

    @Test("keeps the planes as stored at full size", arguments: subsamplings)
    func keepsPlanes(subsampling: ChromaSubsampling) throws {
        let image = try PixelBuffer.waves(61, 43)
        let result = try ImageDecoder().render(encoded(image, subsampling), RenderRequest())
        #expect(result.format == .ycbcr8(subsampling))
        #expect(result.size == image.size)
        #expect(try result.meanDifference(from: image) < 3)
    }

    @Test(
        "scales every subsampling to the same image, of which small ones keep all colours", arguments: subsamplings,
        [200, 90, 31, 7, 1])
    func scales(subsampling: ChromaSubsampling, side: Int) throws {
        let image = try PixelBuffer.waves(240, 160)
        let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
        let result = try ImageDecoder().render(encoded(image, subsampling), request)
        let reference = try ImageScaler.scale(image, request).converted(to: .ycbcr8(.yuv444))
        #expect(result.format == .ycbcr8(.yuv444))
        #expect(result.size == reference.size)
        #expect(try result.meanDifference(from: reference) < 4)
    }

    @Test("scales to 4:2:0 from 512 pixels on", arguments: [(511, ChromaSubsampling.yuv444), (512, .yuv420)])
    func large(side: Int, expected: ChromaSubsampling) throws {
        let source = try encoded(.waves(640, 400), .yuv444)
        let request = RenderRequest(targetSize: PixelSize(width: side, height: side))
        #expect(try ImageDecoder().render(source, request).format == .ycbcr8(expected))
    }

    @Test("gives one plane for gray", arguments: [nil, 50, 10])
    func gray(side: Int?) throws {
        let image = try PixelBuffer.waves(100, 80).converted(to: .gray8)
        let source = ImageSource(bytes: try JPEGEncoder(quality: 95).encode(image))
        #expect(try ImageDecoder().header(of: source).colorComponents == 1)
        let request = RenderRequest(targetSize: side.map { PixelSize(width: $0, height: $0) })
        let result = try ImageDecoder().render(source, request)
        #expect(result.format == .gray8)
        #expect(try result.meanDifference(from: ImageScaler.scale(image, request)) < 2)
    }

    @Test(
        "takes thin and tiny images",
        arguments: [(1, 1), (1, 200), (200, 1), (2, 2), (7, 9), (8, 8), (17, 3)]
    )
    func thin(width: Int, height: Int) throws {
        let source = try encoded(.waves(width, height))
        for target in [PixelSize(width: 50, height: 50), PixelSize(width: 1, height: 1)] {
            for mode in [ResizeMode.none, .fast, .exact] {
                for content in [ContentMode.aspectFit, .aspectFill] {
                    let request = RenderRequest(targetSize: target, contentMode: content, resizeMode: mode)
                    let plan = try RenderGeometry.plan(PixelSize(width: width, height: height), request)
                    let result = try ImageDecoder().render(source, request)
                    if mode == .none {
                        #expect(result.size.width >= plan.outputSize.width)
                    } else {
                        #expect(result.size == plan.outputSize)
                    }
                }
            }
        }
    }

    @Test("fills from the middle")
    func fills() throws {
        let image = try PixelBuffer.rgb(300, 100) { x, _ in (100..<200).contains(x) ? [30, 160, 60] : [250, 20, 20] }
        let request = RenderRequest(targetSize: PixelSize(width: 40, height: 40), contentMode: .aspectFill)
        let result = try ImageDecoder().render(encoded(image, .yuv444), request)
        #expect(result.size == PixelSize(width: 40, height: 40))
        let middle = try ImageScaler.scale(
            result, RenderRequest(crop: PixelRect(x: 4, y: 0, width: 32, height: 40))
        )
        #expect(try middle.meanDifference(from: .rgb(32, 40) { _, _ in [30, 160, 60] }) < 3)
    }

    @Test("reads progressive files")
    func progressive() throws {
        let image = try PixelBuffer.waves(120, 90)
        let source = ImageSource(bytes: try JPEGEncoder(quality: 95, isProgressive: true).encode(image))
        #expect(try ImageDecoder().header(of: source).isProgressive)
        #expect(try ImageDecoder().render(source, RenderRequest()).meanDifference(from: image) < 4)
    }

    @Test("starts at the image after junk")
    func junk() throws {
        let image = try PixelBuffer.waves(40, 30)
        let jpeg = try JPEGEncoder(quality: 95).encode(image)
        let source = ImageSource(bytes: Array("some junk\r\n".utf8) + jpeg + [0, 1, 2, 3])
        #expect(try ImageDecoder().header(of: source).storedSize == image.size)
        #expect(try ImageDecoder().render(source, RenderRequest()).meanDifference(from: image) < 4)
    }

    @Test("delivers what there is of a cut-off file, and says so")
    func truncated() throws {
        let jpeg = try JPEGEncoder(quality: 95).encode(.waves(400, 300))
        let source = ImageSource(bytes: Array(jpeg.prefix(jpeg.count / 2)))
        let result = try ImageDecoder().renderWithDiagnostics(source, RenderRequest())
        #expect(result.diagnostics.isTruncated && !result.diagnostics.isClean)
        let rows = try #require(result.diagnostics.completeRows)
        #expect((50..<250).contains(rows), "\(rows)")
        #expect(result.buffer.size == PixelSize(width: 400, height: 300))
    }

    @Test("is incomplete when the file is cut off inside of the image, gray where there is nothing")
    func cutOff() throws {
        let jpeg = try JPEGEncoder(quality: 95).encode(.waves(400, 300))
        for part in [3, 5, 9] {
            let source = ImageSource(bytes: Array(jpeg.prefix(jpeg.count * part / 10)))
            for target in [nil, PixelSize(width: 100, height: 100)] {
                let result = try ImageDecoder().renderWithDiagnostics(source, RenderRequest(targetSize: target))
                #expect(result.diagnostics.isIncomplete)
                let last = try result.buffer.converted(to: .rgb8).pixel(1, result.buffer.size.height - 1)
                #expect(last.allSatisfy { abs(Int($0) - 128) <= 2 }, "\(last)")
            }
        }
    }

    @Test("is complete without its end marker, and where nothing of the rest is asked for")
    func completeEnough() throws {
        let jpeg = try JPEGEncoder(quality: 95).encode(.waves(400, 300))
        let unmarked = ImageSource(bytes: Array(jpeg.dropLast(2)))
        #expect(try !ImageDecoder().renderWithDiagnostics(unmarked, RenderRequest()).diagnostics.isIncomplete)
        let half = ImageSource(bytes: Array(jpeg.prefix(jpeg.count / 2)))
        let top = RenderRequest(crop: PixelRect(x: 0, y: 0, width: 400, height: 30))
        #expect(try !ImageDecoder().renderWithDiagnostics(half, top).diagnostics.isIncomplete)
    }

    @Test("is incomplete when a progressive file lacks scans, and complete when it lacks its end marker")
    func progressiveCutOff() throws {
        let image = try PixelBuffer.waves(400, 300)
        let jpeg = try JPEGEncoder(quality: 95, isProgressive: true).encode(image)
        for part in [3, 5, 9] {
            let source = ImageSource(bytes: Array(jpeg.prefix(jpeg.count * part / 10)))
            let result = try ImageDecoder().renderWithDiagnostics(source, RenderRequest())
            #expect(result.diagnostics.isIncomplete && result.buffer.size == image.size)
        }
        let unmarked = ImageSource(bytes: Array(jpeg.dropLast(2)))
        #expect(try !ImageDecoder().renderWithDiagnostics(unmarked, RenderRequest()).diagnostics.isIncomplete)
    }

    @Test("is incomplete when data in its middle is damaged, and complete with bytes too many")
    func damaged() throws {
        var jpeg = try JPEGEncoder(quality: 95).encode(.waves(400, 300))
        #expect(
            try !ImageDecoder().renderWithDiagnostics(ImageSource(bytes: jpeg), RenderRequest()).diagnostics
                .isIncomplete)
        let trailing = ImageSource(bytes: jpeg + [UInt8](repeating: 7, count: 5000))
        #expect(try !ImageDecoder().renderWithDiagnostics(trailing, RenderRequest()).diagnostics.isIncomplete)
        // The end marker in the middle: the decoder finds no more data.
        jpeg.replaceSubrange(jpeg.count / 2..<jpeg.count / 2 + 2, with: [0xFF, 0xD9])
        #expect(
            try ImageDecoder().renderWithDiagnostics(ImageSource(bytes: jpeg), RenderRequest()).diagnostics.isIncomplete
        )
    }

    @Test("refuses a file that ends before its first row")
    func headerOnly() throws {
        let jpeg = try JPEGEncoder().encode(.waves(40, 30))
        for count in [2, 4, 20, 200, 600] {
            #expect(throws: ImagingError.self) {
                try ImageDecoder().render(ImageSource(bytes: Array(jpeg.prefix(count))), RenderRequest())
            }
        }
    }

    @Test("stops between rows when it is cancelled")
    func cancels() throws {
        let source = try encoded(.waves(800, 800))
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                questions += 1
                return questions > 3 ? .cancelled : nil
            }
            return try ImageDecoder().render(source, RenderRequest(), cancellation: cancellation)
        }
        #expect(questions == 4)
    }

    @Test("stops in a header that is as long as the file when it is cancelled")
    func cancelsInHeader() throws {
        var bytes = try JPEGEncoder().encode(.waves(40, 30))
        let scan = try #require((0..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        // Segments without content.
        let segment: [UInt8] = [0xFF, 0xEF, 0, 2]
        bytes.insert(contentsOf: Array(repeatElement(segment, count: 1 << 20).joined()), at: scan)
        let folder = try TemporaryFolder()
        let source = try ImageSource(path: folder.file("long.jpg", bytes))
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            let cancellation = Cancellation {
                questions += 1
                return questions > 20 ? .cancelled : nil
            }
            return try ImageDecoder().render(source, RenderRequest(), cancellation: cancellation)
        }
        #expect(questions == 21)
    }

    @Test("is refused from the header when it breaks a limit")
    func limits() throws {
        let source = try encoded(.waves(200, 200))
        let small = [
            ImageLimits(maxPixels: 39_999, maxFileBytes: .max, maxMemoryBytes: .max),
            ImageLimits(maxPixels: .max, maxFileBytes: source.byteCount - 1, maxMemoryBytes: .max),
            ImageLimits(maxPixels: .max, maxFileBytes: .max, maxMemoryBytes: 30_000),
        ]
        for limits in small {
            let error = #expect(throws: ImagingError.self) {
                try ImageDecoder(limits: limits).render(source, RenderRequest())
            }
            guard case .tooLarge = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }
}
