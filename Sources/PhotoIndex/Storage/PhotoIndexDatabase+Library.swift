internal import Foundation
internal import GRDB
internal import PhotoFolder
package import PhotoModel

extension PhotoIndexDatabase {
    /// What an index needs that the system's SQLite does not have; nil if nothing is missing.
    package static func missingFeature() -> String? {
        do {
            try DatabaseQueue().write { database in
                try database.execute(sql: "CREATE VIRTUAL TABLE trial USING fts5 (text)")
            }
            return nil
        } catch {
            return "it has no full-text search (\(error))"
        }
    }

    /// Whether a scan of the whole library was completed.
    package var isComplete: Bool {
        get throws(IndexError) { try read(cancellation: .never) { try LibraryRow($0).isComplete } }
    }

    /// What the last scans could not read and why, at most `RefreshOutcome.diagnosticLimit`.
    package func diagnostics(cancellation: Cancellation = .never) throws(IndexError) -> [Diagnostic] {
        try read(cancellation: cancellation) {
            try OtherFileRow.diagnosticsWithLeftOut(limit: RefreshOutcome.diagnosticLimit, $0)
        }
    }

    /// The path, from the root, of an album's folder; nil if there is no album with this identifier.
    package func folderPath(
        of album: String, cancellation: Cancellation = .never
    ) throws(IndexError) -> [UInt8]? {
        guard let identifier = LocalIdentifier(album), identifier.kind == .collection else { return nil }
        return try read(cancellation: cancellation) { database in
            let statement = try database.cachedStatement(sql: "SELECT path FROM folder WHERE identifier = ?")
            return try Data.fetchOne(statement, arguments: [Data(identifier.bytes)]).map { Array($0) }
        }
    }
}
