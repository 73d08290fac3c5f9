import Pixels
import SystemPackage
import Testing

/// What is known about one file of the corpus.
struct CorpusRow: CustomTestStringConvertible, Sendable {
    private let fields: [String: String]

    init(_ fields: [String: String]) { self.fields = fields }

    subscript(_ column: String) -> String { fields[column] ?? "" }

    var path: String { self["path"] }
    var expected: String { self["expected"] }
    var file: FilePath { FilePath(Corpus.root + "/" + path) }
    var bytes: [UInt8] { Corpus.read(Corpus.root + "/" + path) }
    var testDescription: String { path }

    var orientedSize: PixelSize? {
        guard let width = Int(self["oriented_width"]), let height = Int(self["oriented_height"]) else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The mean colours of the upright image's quarters: top left, top right, bottom left, bottom right. Profiles
    /// and transparency were not looked at.
    var quadrants: [[Double]]? {
        let words = self["quadrant_rgb_oriented"].split(separator: " ")
        guard words.count == 4 else { return nil }
        return words.map { word in
            let value = Int(word, radix: 16) ?? 0
            return [Double(value >> 16), Double(value >> 8 & 255), Double(value & 255)]
        }
    }
}
