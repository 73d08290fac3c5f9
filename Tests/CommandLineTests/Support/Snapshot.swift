import Foundation
import TestSupport
import Testing

/// A text that was kept in a file when it was right: `Tests/CommandLineTests/Snapshots/<name>.txt`.
///
/// A test that compares with it fails with the lines that differ. Where the new text is right, run the tests with
/// PICKER_UPDATE_SNAPSHOTS=1, which writes the files, and read their diff before it is committed.
enum Snapshot {
    static let folder = PackagePaths.root + "/Tests/CommandLineTests/Snapshots"

    private static var isUpdating: Bool { ProcessInfo.processInfo.environment["PICKER_UPDATE_SNAPSHOTS"] == "1" }

    /// Compares a text with the file of this name, or writes it there.
    static func expect(_ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = URL(fileURLWithPath: "\(folder)/\(name).txt")
        if isUpdating {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let difference = difference(from: kept, to: text)
        #expect(
            difference.isEmpty,
            """
            Snapshots/\(name).txt is not what was printed. If what was printed is right, renew it with \
            PICKER_UPDATE_SNAPSHOTS=1 and swift test --filter SnapshotTests.
            \(difference.joined(separator: "\n"))
            """, sourceLocation: sourceLocation)
    }

    /// The names of all snapshots below a folder of `Snapshots`, without their extension.
    static func names(in subfolder: String) -> Set<String> {
        Set(Files.names(in: "\(folder)/\(subfolder)").map { $0.replacing(".txt", with: "") })
    }

    /// Lines that are gone, with `-`, and new ones, with `+`, in the order of the text.
    private static func difference(from old: String, to new: String) -> [String] {
        let (before, after) = (
            old.split(separator: "\n", omittingEmptySubsequences: false),
            new.split(separator: "\n", omittingEmptySubsequences: false)
        )
        return after.difference(from: before).sorted { $0.offset < $1.offset }.map {
            switch $0 {
            case .remove(let offset, let line, _): "- \(offset + 1): \(line)"
            case .insert(let offset, let line, _): "+ \(offset + 1): \(line)"
            }
        }
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}

/// The keys of JSON documents: each as the path to it, `representations[].role`, once for all documents.
struct JSONKeyPaths {
    private var paths: Set<String> = []

    init(of documents: [Any]) {
        for document in documents { collect(document, at: "") }
    }

    private mutating func collect(_ value: Any, at path: String) {
        switch value {
        case let object as [String: Any]:
            for (key, value) in object {
                let keyPath = path.isEmpty ? key : "\(path).\(key)"
                paths.insert(keyPath)
                collect(value, at: keyPath)
            }
        case let array as [Any]:
            for element in array { collect(element, at: path + "[]") }
        default:
            break
        }
    }

    /// One path a line, in the order of the alphabet.
    var text: String { paths.sorted().joined(separator: "\n") + "\n" }
}
