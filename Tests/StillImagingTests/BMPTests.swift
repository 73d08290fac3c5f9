import Foundation
import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("BMP", .enabled(if: Oracle.isAvailable, "\(Oracle.need)"))
struct BMPTests {
    @Test(
        "is shown as ImageMagick shows it, whatever way it is written",
        arguments: [
            ("", "BMP:a.bmp", false), ("", "BMP3:a.bmp", false), ("", "BMP2:a.bmp", false), ("", "BMP:a.bmp", true),
            ("-colors 200 -type palette -compress none", "BMP3:a.bmp", false),
            ("-colors 200 -type palette -compress rle", "BMP3:a.bmp", false),
            ("-colors 13 -type palette -compress none", "BMP3:a.bmp", false),
            ("-colorspace gray", "BMP3:a.bmp", false), ("-threshold 50% -type bilevel", "BMP3:a.bmp", false),
            ("-define bmp:subtype=RGB565", "BMP:a.bmp", false), ("-define bmp:subtype=RGB555", "BMP:a.bmp", false),
        ])
    func matches(arguments: String, name: String, hasAlpha: Bool) throws {
        try Oracle.inFolder { folder in
            let path = try Oracle.file(arguments, name, in: folder, painting: Painting(hasAlpha: hasAlpha))
            #expect(try Oracle.decoder.header(of: Oracle.source(path)).format == .bmp)
            let difference = try #require(Difference(Oracle.ownPixels(of: path), Oracle.pixels(of: path)))
            #expect(difference.largest <= 1, "\(difference)")
        }
    }

    @Test("whose rows come from the top down is shown the same")
    func topDown() throws {
        let upward = Self.file(height: 2, rows: [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]])
        let downward = Self.file(height: -2, rows: [[7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6]])
        let images = try [upward, downward].map { bytes in
            let image = try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest())
            defer { withExtendedLifetime(image) {} }
            return (0..<2).map { row in (0..<6).map { image.planes[0].base[row * image.planes[0].stride + $0] } }
        }
        #expect(images[0] == [[9, 8, 7, 12, 11, 10], [3, 2, 1, 6, 5, 4]])
        #expect(images[1] == images[0])
    }

    @Test("that is cut off and begins at the bottom gives the rows that it has, and says so")
    func cutOff() throws {
        func rows(_ image: PixelBuffer) -> [[UInt8]] {
            defer { withExtendedLifetime(image) {} }
            return (0..<image.size.height).map { row in
                (0..<6).map { image.planes[0].base[row * image.planes[0].stride + $0] }
            }
        }
        let lower: [[UInt8]] = [[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]
        let cut = ImageSource(bytes: Self.file(height: 3, rows: lower) + [1, 2, 3])
        let result = try ImageDecoder().renderWithDiagnostics(cut, RenderRequest())
        #expect(rows(result.buffer) == [[128, 128, 128, 128, 128, 128], [9, 8, 7, 12, 11, 10], [3, 2, 1, 6, 5, 4]])
        #expect(result.diagnostics.isIncomplete && result.diagnostics.completeRows == 2)
        let bottom = RenderRequest(crop: PixelRect(x: 0, y: 1, width: 2, height: 2))
        #expect(try ImageDecoder().renderWithDiagnostics(cut, bottom).diagnostics.isClean)
        for (source, request) in [
            (cut, RenderRequest(crop: PixelRect(x: 0, y: 0, width: 2, height: 1))),
            (ImageSource(bytes: Self.file(height: 3, rows: [])), RenderRequest()),
        ] {
            #expect(throws: ImagingError.self) { try ImageDecoder().render(source, request) }
        }
        // The last row need not fill its words.
        let short = ImageSource(bytes: Array(Self.file(height: 2, rows: lower).dropLast(2)))
        let whole = try ImageDecoder().renderWithDiagnostics(short, RenderRequest())
        #expect(rows(whole.buffer) == [[9, 8, 7, 12, 11, 10], [3, 2, 1, 6, 5, 4]] && whole.diagnostics.isClean)
    }

    @Test("cut off anywhere, or with any byte changed, ends in an image or an error")
    func mutations() throws {
        try Oracle.inFolder { folder in
            for arguments in ["", "-colors 13 -type palette -compress rle"] {
                let path = try Oracle.file(
                    arguments, "BMP3:a.bmp", in: folder, painting: Painting(width: 31, height: 17))
                try Mutations.try(Array(Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }
    }

    @Test("that says that it is larger than the limits allow is refused, whatever its length", arguments: [0, 1, 2])
    func bombs(compression: UInt8) throws {
        var bytes = Self.file(height: 2, rows: [[1, 2, 3], [4, 5, 6]])
        bytes.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
        if compression > 0 { (bytes[28], bytes[30]) = (compression == 1 ? 8 : 4, compression) }
        #expect(throws: ImagingError.self) { try ImageDecoder().render(ImageSource(bytes: bytes), RenderRequest()) }
    }

    @Test("whose runs are in a file of more bytes than memory is allowed is refused")
    func longRuns() {
        var bytes = Self.file(height: 2, rows: []) + [UInt8](repeating: 0, count: 1 << 20)
        (bytes[28], bytes[30]) = (8, 1)
        let source = ImageSource(bytes: bytes)
        #expect(throws: Never.self) { try ImageDecoder().render(source, RenderRequest()) }
        let limits = ImageLimits(maxPixels: 1000, maxFileBytes: 1 << 30, maxMemoryBytes: 1 << 19)
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder(limits: limits, codecs: .builtIn).render(source, RenderRequest())
        }
        if case .tooLarge? = error {} else { Issue.record("\(String(describing: error))") }
    }

    /// Two columns of 24 bits.
    private static func file(height: Int32, rows: [[UInt8]]) -> [UInt8] {
        let little = { (value: Int32) -> [UInt8] in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        var bytes: [UInt8] = Array("BM".utf8)
        for number in [54 + Int32(8 * rows.count), 0, 54, 40, 2, height] { bytes += little(number) }
        bytes += [1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
        for row in rows { bytes += row + [0, 0] }
        return bytes
    }
}
