internal import Foundation
internal import GRDB
internal import Imaging
internal import PhotoModel

/// The formats whose header and metadata the decoder that fills an index can read.
///
/// It may learn to read more: a library was installed, another backend took over, or Picker learned something. What the
/// index knows of such files is then looked for again, as if they had changed.
struct ReadableFormats {
    /// As they are stored: their numbers, ascending.
    private let numbers: Data

    /// JPEG, PNG, GIF and WebP: what an index was filled with that does not say.
    private static let first = Data([1, 2, 3, 4])

    init(_ decoder: ImageDecoder) {
        let read = MediaFormat.allCases.filter { decoder.support(for: $0).readsHeader }.map {
            UInt8(truncatingIfNeeded: FormatNumber.number(of: $0))
        }
        numbers = Data(read.sorted())
    }

    /// Notes them in the index, and forgets what files of the new ones looked like.
    func note(_ database: Database) throws {
        let before = try Data.fetchOne(database, sql: "SELECT formats FROM library") ?? Self.first
        guard before != numbers else { return }
        let new = numbers.filter { !before.contains($0) }
        for number in new { try Self.forget(number, database) }
        if !new.isEmpty { try Self.forgetOthers(database) }
        try database.execute(sql: "UPDATE library SET formats = ?", arguments: [numbers])
    }

    /// Folders too, for a refresh that compares only these.
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

    /// What was left out may be of a format that was not even recognized then.
    private static func forgetOthers(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE folder SET modified_ns = 0, changed_ns = 0 WHERE id IN (SELECT folder_id FROM other_file)
                """)
        try database.execute(sql: "UPDATE other_file SET changed_ns = 0")
    }
}
