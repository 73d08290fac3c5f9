import Imaging
import PhotoModel
import Testing

@Suite("Thin, odd and tiny images of every format")
struct ThinImageTests {
    private static let sizes = [(1, 1), (1, 97), (97, 1), (2, 3), (17, 9), (33, 65)]

    @Test(
        "are as large as asked for, and never larger than they are unless exactly that is",
        arguments: CancellationTests.kinds)
    func sizes(kind: String) throws {
        for (width, height) in Self.sizes {
            let source = ImageSource(bytes: try CancellationTests.file(kind, width, height))
            let stored = PixelSize(width: width, height: height)
            #expect(try ImageDecoder().header(of: source).orientedSize == stored)
            for target in [nil, PixelSize(width: 1, height: 1), PixelSize(width: 40, height: 40), stored.transposed] {
                for mode in [ResizeMode.none, .fast, .exact] {
                    for content in [ContentMode.aspectFit, .aspectFill] {
                        let request = RenderRequest(targetSize: target, contentMode: content, resizeMode: mode)
                        try expectSize(ImageDecoder().render(source, request), stored, request)
                    }
                }
            }
        }
    }

    private func expectSize(_ image: PixelBuffer, _ stored: PixelSize, _ request: RenderRequest) throws {
        let plan = try RenderGeometry.plan(stored, request)
        switch request.resizeMode {
        case .none:
            #expect(image.size.width >= plan.outputSize.width && image.size.height >= plan.outputSize.height)
        case .fast, .exact: #expect(image.size == plan.outputSize)
        }
        guard request.resizeMode != .exact else { return }
        #expect(image.size.width <= stored.width && image.size.height <= stored.height)
    }

    @Test("show their pixels", arguments: CancellationTests.kinds.filter { $0 != "GIF" })
    func pixels(kind: String) throws {
        for (width, height) in Self.sizes {
            let source = ImageSource(bytes: try CancellationTests.file(kind, width, height))
            let image = try ImageDecoder().render(source, RenderRequest(convertsToSRGB: false))
            let expected = try PixelBuffer.rgb(width, height) { x, y in
                [UInt8(x % 256), UInt8(y % 256), UInt8(x * y % 256)]
            }
            let isExact = kind.contains("PNG") || kind.hasPrefix("lossless")
            #expect(try image.meanDifference(from: expected) <= (isExact ? 0 : 14), "\(width) x \(height)")
        }
    }
}
