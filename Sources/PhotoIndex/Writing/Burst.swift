internal import Foundation
internal import GRDB
internal import PhotoFolder
internal import PhotoModel

/// The photos of one burst in a folder, of which one stands for the others.
struct Burst: Hashable {
    let folder: Int64
    /// As the column `burst` has it.
    let key: Data

    /// What is more than this is no burst, but a folder with a name for all: its photos are all shown, so that each batch of a
    /// hundred thousand need not look at all that came before.
    static let mostPhotos = 1000

    struct Photo {
        let id: Int64
        let identifier: Data
        let place: DayCountKey
        fileprivate let name: [UInt8]
        fileprivate let created: Int64
        fileprivate let sortName: [UInt8]
    }

    /// The photos that are stacked although they should not be, or the other way round.
    func wronglyStacked(_ database: Database) throws -> [Photo] {
        let photos = try rows(where: "1", limit: Self.mostPhotos + 1, database)
        guard photos.count <= Self.mostPhotos else {
            return try rows(where: "kind & \(AssetKind.bits(.stacked)) != 0", limit: -1, database)
        }
        let standing = photos.min { $0.standsBefore($1) }?.id
        return photos.filter { $0.place.kind.isStacked != ($0.id != standing) }
    }

    private func rows(where condition: String, limit: Int, _ database: Database) throws -> [Photo] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT id, identifier, folder_id, created, local_day, added, kind, name, sort_name
                FROM asset INDEXED BY asset_burst WHERE folder_id = ? AND burst = ? AND \(condition) LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [folder, key, limit]).map(Photo.init)
    }
}

extension Burst.Photo {
    fileprivate init(_ row: Row) {
        id = row[0]
        identifier = row[1]
        created = row[3]
        place = DayCountKey(
            folder: row[2], created: Timestamp(milliseconds: created), localDay: row[4],
            added: Timestamp(milliseconds: row[5]), kind: AssetKind(rawValue: row[6]))
        name = Array(row[7] as Data)
        sortName = Array(row[8] as Data)
    }

    func place(as kind: AssetKind) -> DayCountKey {
        var place = place
        place.kind = kind
        return place
    }

    /// Whether it rather stands for the burst than another photo: the one that the phone chose, a favourite, the first one.
    /// What is hidden does not stand for what is not.
    fileprivate func standsBefore(_ other: Burst.Photo) -> Bool {
        if rank != other.rank { return rank < other.rank }
        if created != other.created { return created < other.created }
        if sortName != other.sortName { return sortName.lexicographicallyPrecedes(other.sortName) }
        return name.lexicographicallyPrecedes(other.name)
    }

    private var rank: Int {
        let isCover = BurstName(name)?.isCover ?? false
        return (place.kind.isHidden ? 4 : 0) + (isCover ? 0 : 2) + (place.kind.isFavorite ? 0 : 1)
    }
}
