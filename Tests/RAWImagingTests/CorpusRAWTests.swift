import Imaging
import PhotoFixtures
import PhotoModel
import RAWImaging
import SystemPackage
import TestSupport
import Testing

@Suite(
    "RAW files of the corpus",
    .enabled(if: Corpus.isAvailable && RAWLibrary.isInstalled, "needs the photo corpus, and LibRaw"))
struct CorpusRAWTests {
    private let decoder = ImageDecoder(codecs: .builtIn + [RAWCodec()])
    private static let rows = Corpus.rows(under: "raw/").filter { $0["exiftool_type"] != "JPEG" }

    /// Why a file of the corpus has no image.
    private static let refused = [
        "raw/truncated/exif-py__sony_alpha_a7iii_raw_image.ARW": "cut off before its first preview, and its size"
    ]

    @Test("have the manifest's size and date, and a preview of the same shape")
    func facts() throws {
        #expect(Self.rows.count == 3)
        for row in Self.rows where Self.refused[row.path] == nil {
            let source = try ImageSource(path: FilePath(row.file))
            let size = try decoder.header(of: source).orientedSize
            let expected = try #require(row.orientedSize)
            #expect(size == PixelSize(width: expected.width, height: expected.height), "\(row.path)")
            let date = try #require(try decoder.metadata(of: source).dateTimeOriginal)
            #expect(row["date_taken"].hasPrefix("\(date.year):"), "\(row.path)")
            let image = try decoder.render(source, RenderRequest())
            let shape = Double(image.size.width) / Double(image.size.height)
            #expect(abs(shape - Double(size.width) / Double(size.height)) < 0.02, "\(row.path): \(image.size)")
        }
    }

    @Test("show what the JPEG shows that was made of them")
    func colors() throws {
        for row in Self.rows where Self.refused[row.path] == nil {
            let name = row.path.dropLast(4)
            let pair = try #require(Corpus.rows.first { $0.path == name + ".JPG" })
            let colors = try #require(pair.quadrants)
            let image = try decoder.render(
                try ImageSource(path: FilePath(row.file)),
                RenderRequest(targetSize: PixelSize(width: 256, height: 256), convertsToSRGB: false))
            let found = try image.quarters()
            let difference = zip(found.joined(), colors.joined()).map { abs($0 - $1) }.max() ?? 255
            #expect(difference <= Corpus.colorTolerance, "\(row.path): \(difference)")
        }
    }

    @Test("that are cut off are refused with a reason")
    func refusals() throws {
        for path in Self.refused.keys {
            let source = try ImageSource(path: FilePath(Corpus.path + "/" + path))
            #expect(throws: ImagingError.self) { try decoder.render(source, RenderRequest()) }
            #expect(try decoder.metadata(of: source).model == "ILCE-7M3")
        }
    }
}
