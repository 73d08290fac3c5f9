import Foundation
import Imaging
import TestSupport
import Testing

/// ExifTool reads the same files, and the same one of several places is taken from what it says.
@Suite("What people wrote into the corpus")
struct ExifToolComparisonTests {
    private static let folders = ["jpeg/", "png/", "raw/", "orientation/", "live-photo/"]
    private static let arguments = [
        "-json", "-G1", "-n", "-charset", "iptc=UTF8", "-XMP-dc:Title", "-IPTC:ObjectName", "-IFD0:XPTitle",
        "-XMP-dc:Subject", "-XMP-lr:HierarchicalSubject", "-IPTC:Keywords", "-IFD0:XPKeywords", "-XMP-xmp:Rating",
        "-IFD0:Rating", "-XMP-dc:Description", "-IPTC:Caption-Abstract", "-IFD0:ImageDescription", "-IFD0:XPComment",
        "-XMP-GPano:ProjectionType", "-XMP-GPano:UsePanoramaViewer", "-ExifIFD:CustomRendered", "-IFD0:Make",
    ]

    /// Files where the two differ, and why.
    private static let exceptions: [String: String] = [
        "jpeg/exif-quirks/exifr__issue-exifr-47.jpeg":
            "Latin-1 that does not say so; ExifTool is told that it is UTF-8",
        "jpeg/variety/Pillow__jfif_unit_cm.jpg":
            "two EXIF segments, which ExifTool puts together; the first one counts",
        "jpeg/variety/Pillow__multiple_exif.jpg": "two EXIF segments, which ExifTool puts together",
    ]

    private static var rows: [CorpusRow] {
        Corpus.rows.filter { row in
            row.expected == "decodes" && folders.contains { row.path.hasPrefix($0) } && exceptions[row.path] == nil
        }
    }

    @Test(
        "is what ExifTool reads",
        .enabled(if: Corpus.isAvailable, Corpus.comment),
        .enabled(if: PackagePaths.executable("exiftool") != nil, "needs exiftool (libimage-exiftool-perl)"),
        .timeLimit(.minutes(15)))
    func matches() async throws {
        let rows = Self.rows.filter { (try? ImageSource(path: $0.filePath)) != nil }
        let result = try await onThread {
            try Subprocess.run("exiftool", Self.arguments + rows.map(\.file))
        }
        let records = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]] ?? []
        var compared = 0
        for (row, record) in zip(rows, records) {
            #expect(record["SourceFile"] as? String == row.file)
            guard let metadata = try? ImageDecoder().metadata(of: ImageSource(path: row.filePath)) else { continue }
            expectSame(metadata, ExifToolRecord(record), row.path)
            compared += 1
        }
        #expect(records.count == rows.count && compared > rows.count * 9 / 10)
    }

    private func expectSame(_ ours: ImageMetadata, _ theirs: ExifToolRecord, _ path: String) {
        let comment = Comment(rawValue: path)
        #expect(ours.title == theirs.first("XMP-dc:Title", "IPTC:ObjectName", "IFD0:XPTitle"), comment)
        #expect(
            ours.imageDescription
                == theirs.first(
                    "XMP-dc:Description", "IPTC:Caption-Abstract", "IFD0:ImageDescription", "IFD0:XPComment"), comment)
        #expect(ours.keywords == theirs.keywords, comment)
        let rating = theirs.first("XMP-xmp:Rating", "IFD0:Rating").flatMap { Int($0) }
        #expect(ours.rating == rating.flatMap { (0...5).contains($0) ? $0 : nil }, comment)
        let isPanorama =
            theirs.first("XMP-GPano:ProjectionType") != nil && theirs.first("XMP-GPano:UsePanoramaViewer") != "False"
            || theirs.first("IFD0:Make") == "Apple" && theirs.first("ExifIFD:CustomRendered") == "6"
        #expect(ours.isPanorama == isPanorama, comment)
    }
}

/// What ExifTool says of one file, by group and tag.
struct ExifToolRecord {
    private let fields: [String: Any]

    init(_ fields: [String: Any]) { self.fields = fields }

    func first(_ names: String...) -> String? {
        names.lazy.compactMap { texts($0).first }.first
    }

    var keywords: [String] {
        let leaves = texts("XMP-lr:HierarchicalSubject").map { $0.split(separator: "|").last.map(String.init) ?? "" }
        let lists = [
            texts("XMP-dc:Subject") + leaves, texts("IPTC:Keywords"),
            texts("IFD0:XPKeywords").flatMap { $0.split(separator: ";").map(String.init) },
        ]
        var seen: Set<String> = []
        return (lists.first { !$0.isEmpty } ?? []).filter { seen.insert($0).inserted }
    }

    private func texts(_ name: String) -> [String] {
        let values = fields[name].map { $0 as? [Any] ?? [$0] } ?? []
        return values.map { "\($0)".trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
}
