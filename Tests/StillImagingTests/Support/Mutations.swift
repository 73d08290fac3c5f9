import Imaging
import PhotoModel
import TestSupport
import Testing

/// Damaged copies of a file.
enum Mutations {
    private static let limits = ImageLimits(
        maxPixels: 1 << 20, maxFileBytes: 1 << 24, maxMemoryBytes: 64 << 20, maxSeconds: 5)

    /// Reads copies that are cut off, and copies of which a few bytes are others: none may end the process.
    static func `try`(_ file: [UInt8]) throws {
        let decoder = ImageDecoder(limits: limits, codecs: Oracle.decoder.codecs)
        #expect(throws: Never.self) { try decoder.render(ImageSource(bytes: file), RenderRequest()) }
        var generator = SeededGenerator(seed: 7)
        for round in 0..<TestExtent.choose(150, all: 1500) {
            var bytes = file
            for _ in 0..<3 { bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(generator.next() & 255) }
            if round % 3 == 0 { bytes = Array(bytes.prefix(Int(generator.next() % UInt64(bytes.count)) + 1)) }
            let source = ImageSource(bytes: bytes)
            _ = try? decoder.header(of: source)
            _ = try? decoder.metadata(of: source)
            _ = try? decoder.render(source, RenderRequest())
            _ = try? decoder.render(source, RenderRequest(targetSize: PixelSize(width: 16, height: 16)))
        }
    }
}
