internal import Foundation
internal import GRDB
internal import PhotoModel
internal import PickingSessions

/// The rows of what is selected in a session.
enum SelectedRow {
    static func parts(of session: String, _ database: Database) throws -> [AssetSelection.Part] {
        try Row.fetchAll(
            database, sql: "SELECT * FROM selected WHERE session = ? ORDER BY position", arguments: [session]
        ).compactMap(part)
    }

    static func assets(of session: String, offset: Int, limit: Int, _ database: Database) throws -> [PickedAsset] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM selected WHERE session = ? AND position >= ? AND asset IS NOT NULL
                ORDER BY position LIMIT ?
                """, arguments: [session, offset, limit]
        ).map(asset)
    }

    static func replace(with parts: [AssetSelection.Part], of session: String, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM selected WHERE session = ?", arguments: [session])
        let asset = try database.makeStatement(
            sql: """
                INSERT INTO selected (session, position, asset, media_type, byte_size, content_tag, filename)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        let run = try database.makeStatement(
            sql: """
                INSERT INTO selected
                    (session, position, collection, first, count, byte_size, kind, words, is_reversed, first_asset,
                    last_asset, exceptions)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, part) in parts.enumerated() {
            switch part {
            case .asset(let picked):
                try asset.execute(arguments: [
                    session, position, picked.localIdentifier, picked.mediaType.rawValue,
                    Int64(bitPattern: picked.byteSize), Int64(bitPattern: picked.contentTag), picked.filename,
                ])
            case .run(let each):
                try run.execute(arguments: [session, position] + arguments(each))
            }
        }
    }

    private static func arguments(_ run: AssetRun) throws -> StatementArguments {
        let listing = run.listing
        let exceptions = run.exceptions.isEmpty ? nil : try JSONEncoder().encode(run.exceptions.sorted())
        return [
            listing.collection, run.places?.lowerBound, run.places?.count ?? run.count,
            Int64(bitPattern: run.byteTotal), listing.kind, listing.text, listing.isReversed, run.ends?.first,
            run.ends?.last, exceptions.map { String(decoding: $0, as: UTF8.self) },
        ]
    }

    private static func part(_ row: Row) -> AssetSelection.Part? {
        guard let collection = row["collection"] as String? else { return .asset(asset(row)) }
        let (bytes, count) = (UInt64(bitPattern: row["byte_size"]), row["count"] as Int)
        guard let first = row["first"] as Int? else {
            return .run(AssetRun(wholeCollection: collection, count: count, byteTotal: bytes))
        }
        let ends = (row["first_asset"] as String?).flatMap { first in
            (row["last_asset"] as String?).map { AssetRun.Ends(first: first, last: $0) }
        }
        let exceptions = (row["exceptions"] as String?).flatMap {
            try? JSONDecoder().decode(Set<String>.self, from: Data($0.utf8))
        }
        let listing = AssetRun.Listing(
            collection: collection, kind: row["kind"], text: row["words"], isReversed: row["is_reversed"])
        return AssetRun(
            of: listing, places: first..<first + count, ends: ends, exceptions: exceptions ?? [], byteTotal: bytes
        ).map { .run($0) }
    }

    private static func asset(_ row: Row) -> PickedAsset {
        PickedAsset(
            localIdentifier: row["asset"], mediaType: MediaType(rawValue: row["media_type"]) ?? .unknown,
            byteSize: UInt64(bitPattern: row["byte_size"]), contentTag: UInt64(bitPattern: row["content_tag"]),
            filename: row["filename"] ?? "")
    }
}
