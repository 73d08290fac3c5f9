import HEIFImaging
import Imaging
import PhotoModel
import TestSupport
import Testing

@Suite("A malformed file", .enabled(if: Corpus.isAvailable, Corpus.comment))
struct MalformedCorpusTests {
    private static let limits = ImageLimits(maxPixels: 100_000_000, maxFileBytes: 64 << 20, maxMemoryBytes: 256 << 20)

    @Test(
        "ends in typed errors or in what there is of it, within its limits and five seconds",
        arguments: Corpus.rows(under: "malformed/")
    )
    func endsCleanly(row: CorpusRow) throws {
        let source = try ImageSource(path: row.filePath)
        let decoder = ImageDecoder(limits: Self.limits, codecs: .builtIn + [HEIFCodec()])
        let (start, used) = (ContinuousClock.now, threadSeconds())
        let header = outcome { () throws(ImagingError) in try decoder.header(of: source) }
        #expect(header.map { !$0.storedSize.isEmpty } ?? true)
        _ = outcome { () throws(ImagingError) in try decoder.metadata(of: source) }
        let thumbnail = outcome { () throws(ImagingError) in try decoder.embeddedThumbnail(of: source) } ?? nil
        #expect((thumbnail?.byteCount ?? 0) <= 1 << 20)
        for request in [RenderRequest(), RenderRequest(targetSize: PixelSize(width: 256, height: 256))] {
            let result = outcome { () throws(ImagingError) in try decoder.render(source, request) }
            #expect((result?.byteCount ?? 0) <= Self.limits.maxMemoryBytes)
            // An image needs a header, and has the size that it says.
            if request.targetSize == nil, let result { #expect(result.size == header?.orientedSize) }
        }
        #expect(threadSeconds() - used < 5)
        // Threads that work for this one have limits of their own; here a hundred other tests run beside them.
        #expect(start.duration(to: .now) < .seconds(120))
    }

    /// The result, or nil after an error with one line of words.
    private func outcome<Result>(_ body: () throws(ImagingError) -> Result) -> Result? {
        do {
            return try body()
        } catch {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
            return nil
        }
    }

    @Test(
        "that claims billions of pixels is refused from its header",
        arguments: Corpus.rows.filter { $0.expected.contains("dimension bomb") }
    )
    func bombs(row: CorpusRow) throws {
        let error = #expect(throws: ImagingError.self) {
            try ImageDecoder(codecs: .builtIn + [HEIFCodec()]).render(ImageSource(path: row.filePath), RenderRequest())
        }
        guard case .tooLarge = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("that is empty says so")
    func empty() {
        #expect(throws: ImagingError.corrupt("the file is empty")) {
            try ImageDecoder().header(of: ImageSource(bytes: []))
        }
    }

    @Test("cut off anywhere, or with any byte changed, never brings the decoder down")
    func mutations() throws {
        let files = [
            EXIFFixture(orientation: 6, thumbnail: try JPEGEncoder().encode(.waves(16, 12)))
                .inserted(into: try JPEGEncoder().encode(.waves(40, 30))),
            MultiPictureFixture(
                .init(kind: MultiPictureFixture.vga, bytes: try JPEGEncoder().encode(.waves(16, 12)))
            ).joined(to: try JPEGEncoder().encode(.waves(40, 30))),
            try JPEGEncoder(isProgressive: true).encode(.waves(40, 30)),
            try PNGEncoder().encode(.waves(40, 30)),
        ]
        var generator = SeededGenerator(seed: 7)
        for file in files {
            for _ in 0..<TestExtent.choose(100, all: 400) {
                var bytes = file
                for _ in 0..<3 { bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(generator.next() & 255) }
                let source = ImageSource(bytes: Array(bytes.prefix(Int(generator.next() % UInt64(bytes.count)) + 1)))
                _ = try? ImageDecoder(limits: Self.limits).render(source, RenderRequest())
                _ = try? ImageDecoder().metadata(of: source)
                _ = try? ImageDecoder().embeddedThumbnail(of: source)
            }
        }
    }
}
