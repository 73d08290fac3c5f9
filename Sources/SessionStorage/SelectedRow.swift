internal import Foundation
internal import PhotoModel
internal import PickingSessions
internal import PostgresClient

/// Rows of the table of selected assets.
enum SelectedRow {
    static func parts(of session: String, _ store: any StoreTransaction) throws -> [AssetSelection.Part] {
        try store.run(SQL("SELECT * FROM selected WHERE session = ? ORDER BY position", .text(session)))
            .compactMap(part)
    }

    static func assets(
        of session: String, offset: Int, limit: Int, _ store: any StoreTransaction
    ) throws -> [PickedAsset] {
        try store.run(
            SQL(
                """
                SELECT * FROM selected WHERE session = ? AND position >= ? AND asset IS NOT NULL
                ORDER BY position LIMIT ?
                """, .text(session), .integer(Int64(offset)), .integer(Int64(limit)))
        ).map(asset)
    }

    static func replace(
        with parts: [AssetSelection.Part], of session: String, _ store: any StoreTransaction
    ) throws {
        try store.run(SQL("DELETE FROM selected WHERE session = ?", .text(session)))
        var assets: [SQL] = []
        var runs: [SQL] = []
        for (position, part) in parts.enumerated() {
            switch part {
            case .asset(let picked):
                assets.append(
                    SQL(
                        "(?, ?, ?, ?, ?, ?, ?)", .text(session), .integer(Int64(position)),
                        .text(picked.localIdentifier), .integer(Int64(picked.mediaType.rawValue)),
                        .bits(of: picked.byteSize), .bits(of: picked.contentTag), .text(picked.filename)))
            case .run(let each): runs.append(try row(of: each, at: position, in: session))
            }
        }
        try store.insert(
            SQL(
                "INSERT INTO selected (session, position, asset, media_type, byte_size, content_tag, filename) VALUES "),
            assets)
        try store.insert(
            SQL(
                """
                INSERT INTO selected
                    (session, position, collection, first, count, byte_size, kind, words, is_reversed, first_asset,
                    last_asset, exceptions)
                VALUES\u{20}
                """), runs)
    }

    private static func row(of run: AssetRun, at position: Int, in session: String) throws -> SQL {
        let listing = run.listing
        let exceptions = run.exceptions.isEmpty ? nil : try JSONEncoder().encode(run.exceptions.sorted())
        return SQL(
            "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", .text(session), .integer(Int64(position)),
            .text(listing.collection), .of((run.places?.lowerBound).map { Int64($0) }),
            .integer(Int64(run.places?.count ?? run.count)), .bits(of: run.byteTotal), .of(listing.kind),
            .of(listing.text), .integer(listing.isReversed ? 1 : 0), .of(run.ends?.first), .of(run.ends?.last),
            .of(exceptions.map { String(decoding: $0, as: UTF8.self) }))
    }

    private static func part(_ row: StoreRow) throws -> AssetSelection.Part? {
        guard let collection = try row["collection"] as String? else { return .asset(try asset(row)) }
        let (bytes, count) = try (UInt64(bitPattern: row["byte_size"]), row["count"] as Int)
        guard let first = try row["first"] as Int? else {
            return .run(AssetRun(wholeCollection: collection, count: count, byteTotal: bytes))
        }
        // A damaged file may have any numbers.
        let (end, isTooLarge) = first.addingReportingOverflow(count)
        guard !isTooLarge, first <= end else { return nil }
        let (firstAsset, lastAsset) = try (row["first_asset"] as String?, row["last_asset"] as String?)
        let ends = firstAsset.flatMap { first in lastAsset.map { AssetRun.Ends(first: first, last: $0) } }
        let exceptions = (try row["exceptions"] as String?).flatMap {
            try? JSONDecoder().decode(Set<String>.self, from: Data($0.utf8))
        }
        let listing = try AssetRun.Listing(
            collection: collection, kind: row["kind"], text: row["words"], isReversed: row["is_reversed"])
        return AssetRun(
            of: listing, places: first..<end, ends: ends, exceptions: exceptions ?? [], byteTotal: bytes
        ).map { .run($0) }
    }

    private static func asset(_ row: StoreRow) throws -> PickedAsset {
        try PickedAsset(
            localIdentifier: row["asset"],
            mediaType: (row["media_type"] as Int?).flatMap { MediaType(rawValue: .init(clamping: $0)) } ?? .unknown,
            byteSize: UInt64(bitPattern: row["byte_size"]), contentTag: UInt64(bitPattern: row["content_tag"]),
            filename: row["filename"] as String? ?? "")
    }
}

extension SQLValue {
    /// The bits of an unsigned 64-bit number as a signed one.
    static func bits(of number: UInt64) -> SQLValue { .integer(Int64(bitPattern: number)) }
}
