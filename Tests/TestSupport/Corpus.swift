import Foundation

/// The collection of photos with known contents, which is not part of the repository: beside the checkout in
/// `../shared/corpus`, or where PICKER_CORPUS says.
public enum Corpus {
    public static let path =
        ProcessInfo.processInfo.environment["PICKER_CORPUS"] ?? PackagePaths.root + "/../shared/corpus"

    public static let isAvailable = FileManager.default.isReadableFile(atPath: path + "/manifest.tsv")
    public static let explanation = "needs the photo corpus: set PICKER_CORPUS to its folder"

    /// Every file of the corpus; none when it is not there.
    public static let rows: [CorpusRow] = {
        let text = (try? String(contentsOfFile: path + "/manifest.tsv", encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let columns = lines.first else { return [] }
        return lines.dropFirst().map { CorpusRow(Dictionary(zip(columns, $0)) { first, _ in first }) }
    }()

    /// The rows whose paths begin like one of these.
    public static func rows(under prefixes: String...) -> [CorpusRow] {
        rows.filter { row in prefixes.contains { row.path.hasPrefix($0) } }
    }

    /// The JPEG and PNG files that must be shown, wherever they lie and whatever they are called.
    public static let photos: [CorpusRow] = rows.filter { row in
        let isSound = row["decodes_ok"] == "yes" && !row.isOptional
        // MPO is several JPEG files in one, of which the first is shown.
        return isSound && ["JPEG", "MPO", "PNG"].contains(row["decoder_format"])
    }

    /// The HEIC, HEIF and AVIF files that must be shown where there is a decoder for them.
    public static let heifPhotos: [CorpusRow] = rows.filter { row in
        let isSound = row["decodes_ok"] == "yes" && !row.isOptional
        return isSound && ["HEIF", "AVIF"].contains(row["decoder_format"])
    }

    /// The damaged JPEG and PNG files that an independent decoder shows all the same.
    public static let tolerated: [CorpusRow] = rows.filter { row in
        row["decodes_ok"] == "yes" && row.isOptional && ["JPEG", "MPO", "PNG"].contains(row["decoder_format"])
    }

    /// Some of these rows, from all folders: one in eight. All of them when everything is run.
    public static func sample(_ rows: [CorpusRow]) -> [CorpusRow] { TestExtent.sample(rows, one: 8) }

    /// The rows of some folders that an image decoder must show.
    public static func decodable(_ folders: String...) -> [CorpusRow] {
        rows.filter { row in row.expected == "decodes" && folders.contains { row.path.hasPrefix($0 + "/") } }
    }
}

/// What is known about one file of the corpus.
public struct CorpusRow: Sendable, CustomStringConvertible {
    private let fields: [String: String]

    init(_ fields: [String: String]) { self.fields = fields }

    /// The value of a column of the manifest; empty when there is none.
    public subscript(_ column: String) -> String { fields[column] ?? "" }

    /// From the corpus's root.
    public var path: String { self["path"] }
    public var file: String { Corpus.path + "/" + path }
    public var expected: String { self["expected"] }
    public var description: String { path }

    /// A damaged file, which may be refused.
    public var isOptional: Bool {
        expected.hasPrefix("independent decoder decodes it") || expected.hasPrefix("may or may not decode")
    }

    /// Width and height of the upright image.
    public var orientedSize: (width: Int, height: Int)? {
        guard let width = Int(self["oriented_width"]), let height = Int(self["oriented_height"]) else { return nil }
        return (width, height)
    }

    /// The mean colours of the upright image's quarters, red green blue in 0…255: top left, top right, bottom left,
    /// bottom right. Taken over RGB, whatever profile and alpha say; the middle row and column of odd sides
    /// belong to the first quarters.
    public var quadrants: [[Double]]? {
        let words = self["quadrant_rgb_oriented"].split(separator: " ")
        guard words.count == 4 else { return nil }
        return words.map { word in
            let value = Int(word, radix: 16) ?? 0
            return [Double(value >> 16), Double(value >> 8 & 255), Double(value & 255)]
        }
    }
}
