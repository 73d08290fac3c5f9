import PhotoFixtures
import PhotoModel
import TestSupport
import Testing

@Suite(
    "The photos of the corpus on the command line",
    .enabled(if: Corpus.isAvailable, Comment(rawValue: Corpus.explanation)))
struct CorpusTests {
    /// Folders of JPEG and PNG files.
    static let folders = ["jpeg/makers", "jpeg/exif-quirks", "jpeg/variety", "jpeg/gainmap-icc", "orientation"]

    /// The files of such a folder that can be shown, by its path in there.
    private static func rows(in folder: String) -> [(path: String, size: PixelSize)] {
        Corpus.decodable(folder).compactMap { row in
            guard ["JPEG", "PNG", "MPO"].contains(row["decoder_format"]), let size = row.orientedSize else {
                return nil
            }
            let path = String(row.path.dropFirst(folder.count + 1))
            return (path, PixelSize(width: size.width, height: size.height))
        }
    }

    @Test("assets reports the size that the photo has when it is upright", arguments: folders)
    func sizes(folder: String) async throws {
        let result = try await PickerProgram()("assets", "--library", "\(Corpus.path)/\(folder)", "--json")
        result.expectSuccess()
        var known: [String: PixelSize] = [:]
        for asset in try result.jsonLines() {
            guard let path = asset["relativePath"] as? String, let width = asset["pixelWidth"] as? Int,
                let height = asset["pixelHeight"] as? Int
            else { continue }
            known[path] = PixelSize(width: width, height: height)
        }
        for row in Self.rows(in: folder) { #expect(known[row.path] == row.size, "\(row.path)") }
    }

    @Test(
        "thumbnails has an image of each, of its shape and no larger than it or the box",
        arguments: TestExtent.sample(folders, one: 2))
    func thumbnails(folder: String) async throws {
        let picker = try PickerProgram()
        let out = picker.home.path("out")
        let result = try await picker(
            "thumbnails", "--library", "\(Corpus.path)/\(folder)", "--size", "256", "--out", out, "--json")
        var files: [String: String] = [:]
        for line in try result.jsonLines() {
            if let path = line["relativePath"] as? String, let file = line["file"] as? String { files[path] = file }
        }
        for row in Self.rows(in: folder) {
            let file = try #require(files[row.path], "\(row.path) has no thumbnail: \(result.errors)")
            let image = try DecodedPhoto(try Files.bytes("\(out)/\(file)"))
            let scale = min(1, 256 / Double(max(row.size.width, row.size.height)))
            #expect(abs(Double(image.size.width) - Double(row.size.width) * scale) <= 1, "\(row.path)")
            #expect(abs(Double(image.size.height) - Double(row.size.height) * scale) <= 1, "\(row.path)")
        }
    }
}
