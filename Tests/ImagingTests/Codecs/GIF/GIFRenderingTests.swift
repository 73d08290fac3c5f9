import Imaging
import PhotoModel
import Testing

@Suite("Rendering GIF")
struct GIFRenderingTests {
    /// A GIF of four colours whose codes are not compressed: each is followed by one that empties the table.
    private func file(
        width: Int, height: Int, frame: PixelRect, indexes: [UInt8], transparent: UInt8? = nil
    ) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [UInt8(width), 0, UInt8(height), 0, 0b1000_0001, 0, 0]
        bytes += [255, 0, 0, 0, 255, 0, 0, 0, 255, 40, 50, 60]
        if let transparent { bytes += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
        bytes += [0x2C, UInt8(frame.x), 0, UInt8(frame.y), 0, UInt8(frame.width), 0, UInt8(frame.height), 0, 0, 2]
        let clear = 4
        let end = 5
        var bits: [Int] = []
        for code in indexes.flatMap({ [clear, Int($0)] }) + [end] { bits += (0..<3).map { code >> $0 & 1 } }
        let data = stride(from: 0, to: bits.count, by: 8).map { start in
            UInt8(bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | $1.element << $1.offset })
        }
        return bytes + [UInt8(data.count)] + data + [0, 0x3B]
    }

    private let whole = PixelRect(x: 0, y: 0, width: 2, height: 2)

    @Test("gives every pixel of the first frame")
    func pixels() throws {
        let source = ImageSource(bytes: file(width: 2, height: 2, frame: whole, indexes: [0, 1, 2, 3]))
        #expect(try ImageDecoder().header(of: source).orientedSize == PixelSize(width: 2, height: 2))
        let image = try ImageDecoder().render(source, RenderRequest())
        let pixels = (0..<4).map { image.pixel($0 % 2, $0 / 2) }
        #expect(pixels == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [40, 50, 60, 255]])
    }

    @Test("leaves open what is transparent or outside of the frame")
    func transparency() throws {
        let frame = PixelRect(x: 1, y: 1, width: 2, height: 2)
        let bytes = file(width: 4, height: 4, frame: frame, indexes: [0, 1, 2, 3], transparent: 1)
        let image = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        #expect(image.pixel(1, 1) == [255, 0, 0, 255])
        #expect(image.pixel(2, 1)[3] == 0 && image.pixel(0, 0)[3] == 0 && image.pixel(3, 3)[3] == 0)
    }

    @Test("keeps inside its canvas when a frame does not")
    func outside() throws {
        let frame = PixelRect(x: 1, y: 0, width: 2, height: 2)
        let bytes = file(width: 2, height: 1, frame: frame, indexes: [0, 1, 2, 3])
        let image = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        #expect(image.pixel(1, 0) == [255, 0, 0, 255] && image.pixel(0, 0)[3] == 0)
    }

    @Test("is as large as its first frame reaches where its screen has no size")
    func noScreen() throws {
        let frame = PixelRect(x: 1, y: 3, width: 2, height: 2)
        for (width, height, size) in [(0, 0, "3x5"), (0, 4, "3x4"), (7, 0, "7x5")] {
            let bytes = file(width: width, height: height, frame: frame, indexes: [0, 1, 2, 3], transparent: 3)
            let image = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
            #expect(image.size.description == size)
            #expect(image.pixel(2, 3) == [0, 255, 0, 255] && image.pixel(0, 0)[3] == 0)
        }
        let whole = file(width: 0, height: 0, frame: frame, indexes: [0, 1, 2, 3])
        for length in 6..<34 {
            #expect(throws: ImagingError.self) {
                try ImageDecoder().header(of: ImageSource(bytes: Array(whole.prefix(length))))
            }
        }
        #expect(try ImageDecoder().header(of: ImageSource(bytes: Array(whole.prefix(34)))).storedSize.height == 5)
    }

    @Test("is cancelled also while a long comment is passed over")
    func longComment() throws {
        var bytes = file(width: 2, height: 2, frame: whole, indexes: [0, 1, 2, 3])
        let comment: [UInt8] = [0x21, 0xFE] + (0..<10_000).flatMap { _ in [1, 0x20] as [UInt8] } + [0]
        // After the header and the colours.
        bytes.insert(contentsOf: comment, at: 25)
        var asked = 0
        let cancellation = Cancellation {
            asked += 1
            return asked > 100 ? .cancelled : nil
        }
        #expect(throws: ImagingError.cancelled) {
            try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest(), cancellation: cancellation)
        }
    }

    @Test("gives the rows that there are of a file that is cut off, and refuses one without any")
    func cutOff() throws {
        let bytes = file(width: 2, height: 2, frame: whole, indexes: [0, 1, 2, 3])
        for length in 0..<bytes.count {
            _ = try? ImageDecoder().render(ImageSource(bytes: Array(bytes.prefix(length))), RenderRequest())
        }
        #expect(throws: ImagingError.self) {
            try ImageDecoder().render(ImageSource(bytes: Array(bytes.prefix(30))), RenderRequest())
        }
    }

    @Test("is refused when its screen is larger than the limits")
    func limits() {
        let bytes = Array("GIF89a".utf8) + [255, 255, 255, 255, 0, 0, 0]
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
        }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
