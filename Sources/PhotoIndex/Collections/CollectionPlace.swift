internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// What a collection's identifier stands for.
enum CollectionPlace {
    case smartAlbum(SmartAlbum)
    /// The album of a folder that directly contains assets, by the id of its row.
    case folder(Int64)
    /// The collection list of the folders inside a folder, by the id of its row.
    case list(Int64)
    /// The assets of one day, in days since 1970 by the calendar where they were created.
    case moment(Int64)

    /// - Throws: `notFound` if there is no collection with this identifier.
    static func find(
        _ identifier: String, _ identity: LibraryIdentity, _ database: Database
    ) throws -> CollectionPlace {
        guard let wanted = LocalIdentifier(identifier), wanted.kind == .collection else {
            throw IndexError.notFound("collection \(identifier)")
        }
        if let album = SmartAlbum.allCases.first(where: { identity.collection(smartAlbum: $0.rawValue) == wanted }) {
            return .smartAlbum(album)
        }
        if let folder = try folder(Data(wanted.bytes), database) { return folder }
        if let day = try days(database).first(where: { identity.moment(day: $0) == wanted }) { return .moment(day) }
        throw IndexError.notFound("collection \(identifier)")
    }

    private static func folder(_ identifier: Data, _ database: Database) throws -> CollectionPlace? {
        let album = try database.cachedStatement(
            sql: """
                SELECT id FROM folder
                WHERE identifier = ? AND EXISTS (SELECT 1 FROM tally WHERE scope = folder.id)
                """)
        if let id = try Int64.fetchOne(album, arguments: [identifier]) { return .folder(id) }
        let list = try database.cachedStatement(sql: "SELECT id FROM folder WHERE list_identifier = ?")
        return try Int64.fetchOne(list, arguments: [identifier]).map { .list($0) }
    }

    /// The days to compare with an identifier. It does not contain its day, so all are tried; there are a few thousand.
    private static func days(_ database: Database) throws -> [Int64] {
        let statement = try database.cachedStatement(
            sql: "SELECT DISTINCT day FROM tally WHERE scope = \(DayCountChanges.localDayScope)")
        return try Int64.fetchAll(statement)
    }
}
