import Foundation
import HEIFImaging
import Imaging
import PhotoModel
import RAWImaging
import StillImaging
import TestSupport
import Testing
import VideoMedia

@Suite("The table of formats in docs/photos.md")
struct FormatTableTests {
    private struct Row {
        let endings: [String]
        let kind, picture, metadata, needs: String
    }

    /// What every backend reads with, and `heif` besides.
    private static let decoder = ImageDecoder(
        codecs: .builtIn + [TIFFImageCodec(), JXLCodec(), JP2Codec(), VideoCodec(), RAWCodec(), HEIFCodec()])

    private static func rows() throws -> [Row] {
        let text = try String(contentsOfFile: PackagePaths.root + "/docs/photos.md", encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        return cells.filter { $0.count == 6 && $0[0] != "format" }.map {
            Row(
                endings: $0[1].components(separatedBy: ", "), kind: $0[2], picture: $0[3], metadata: $0[4],
                needs: $0[5])
        }
    }

    private static func row(of format: MediaFormat) throws -> Row {
        let found = try rows().filter { $0.endings.contains(format.preferredExtension) }
        #expect(found.count == 1, "\(format) has \(found.count) rows")
        return try #require(found.first)
    }

    @Test("names each format once, and says what it is and what is read of it", arguments: MediaFormat.allCases)
    func formats(format: MediaFormat) throws {
        let row = try Self.row(of: format)
        #expect(row.kind == (format.kind == .video ? "video" : "photo"))
        let support = Self.decoder.support(for: format)
        #expect(row.picture == (support.decodesPixels ? "yes" : "no"))
        #expect(row.metadata == (support.readsMetadata ? "yes" : "no"))
    }

    @Test("has all the endings that files of these formats have")
    func endings() throws {
        let known = Set(MediaFormat.allCases.flatMap(\.extensions)).subtracting(["ogg"]).union(["3gp", "3g2"])
        #expect(try Set(Self.rows().flatMap(\.endings)) == known)
    }

    @Test("says what each format needs", arguments: MediaFormat.allCases)
    func needs(format: MediaFormat) throws {
        let needs = try Self.row(of: format).needs
        #expect((needs == "nothing") == ImageDecoder().support(for: format).decodesPixels)
        switch format {
        case .tiff: #expect(needs == StillLibrary.libtiff.package)
        case .jxl: #expect(needs == StillLibrary.libjxl.package)
        case .jp2: #expect(needs == StillLibrary.openJPEG.package)
        case .heic, .heif, .avif: #expect(needs.hasPrefix("libheif1"))
        default: break
        }
        if format.kind == .raw { #expect(needs == "libraw20") }
        if format.kind == .video { #expect(needs == "FFmpeg's libraries") }
    }
}
