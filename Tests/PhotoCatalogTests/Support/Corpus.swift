import Foundation
import TestSupport

/// The collection of photos with known contents: beside the checkout in `../shared/corpus`, or where PICKER_CORPUS says.
enum Corpus {
    static let path =
        ProcessInfo.processInfo.environment["PICKER_CORPUS"] ?? PackagePaths.root + "/../shared/corpus"

    static let isAvailable = FileManager.default.isReadableFile(atPath: path + "/manifest.tsv")

    /// The rows of the manifest whose paths begin like one of these.
    static func rows(under prefixes: String...) -> [Row] {
        rows.filter { row in prefixes.contains { row["path"].hasPrefix($0) } }
    }

    struct Row: Sendable {
        let fields: [String: String]
        subscript(_ column: String) -> String { fields[column] ?? "" }
    }

    private static let rows: [Row] = {
        let text = (try? String(contentsOfFile: path + "/manifest.tsv", encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let columns = lines.first else { return [] }
        return lines.dropFirst().map { Row(fields: Dictionary(zip(columns, $0)) { first, _ in first }) }
    }()
}
