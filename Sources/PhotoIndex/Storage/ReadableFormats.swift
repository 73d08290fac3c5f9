internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoModel

/// The formats whose headers and metadata can be read by the decoder that fills an index.
///
/// More formats may become readable: because a library was installed, another backend is used, or Picker was updated.
/// Files of these formats are then read again, as if they had changed.
struct ReadableFormats {
    /// The numbers of the formats, ascending, as they are stored.
    private let numbers: Data

    /// JPEG, PNG, GIF and WebP: the formats of an index that does not say which ones it was filled with.
    private static let first = Data([1, 2, 3, 4])

    init(_ decoder: ImageDecoder) {
        let read = MediaFormat.allCases.filter { decoder.support(for: $0).readsHeader }.map {
            UInt8(truncatingIfNeeded: FormatNumber.number(of: $0))
        }
        numbers = Data(read.sorted())
    }

    /// Stores the formats in the index, and has files of the new ones read again.
    func note(_ database: Database) throws {
        let before = try Data.fetchOne(database, sql: "SELECT formats FROM library") ?? Self.first
        guard before != numbers else { return }
        let new = numbers.filter { !before.contains($0) }
        for number in new { try Self.forget(number, database) }
        if !new.isEmpty { try Self.forgetOthers(database) }
        try database.execute(sql: "UPDATE library SET formats = ?", arguments: [numbers])
    }

    /// Has the files of a format read again; their folders too, for refreshes that compare only folders.
    private static func forget(_ number: UInt8, _ database: Database) throws {
        let arguments: StatementArguments = [Int64(number)]
        try database.execute(
            sql: """
                UPDATE folder SET modified_ns = 0, changed_ns = 0 WHERE id IN (
                    SELECT asset.folder_id FROM file JOIN asset ON asset.id = file.asset_id WHERE file.format = ?
                )
                """, arguments: arguments)
        try database.execute(sql: "UPDATE file SET changed_ns = 0 WHERE format = ?", arguments: arguments)
    }

    /// Has other files read again: they may be of a format that was not recognized before.
    private static func forgetOthers(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE folder SET modified_ns = 0, changed_ns = 0 WHERE id IN (SELECT folder_id FROM other_file)
                """)
        try database.execute(sql: "UPDATE other_file SET changed_ns = 0")
    }
}
