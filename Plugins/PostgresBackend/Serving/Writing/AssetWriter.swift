package import PhotoModel
internal import Platform
package import PostgresClient

/// Writes assets in a transaction that the caller began. Writers wait for each other while they run the last statements of their
/// transactions, so that changes become visible in the order of their numbers.
package struct AssetWriter {
    /// What was done with an asset.
    package enum Outcome: Sendable {
        case inserted, updated
        /// The library had it already.
        case unchanged
        /// A photo from another source has its path, and the same files.
        case shared
        /// The library has the same files under another path.
        case duplicate
        /// A photo from another source has its path, and was kept.
        case taken(by: String)
    }

    let connection: Connection
    let identity: LibraryIdentity
    let cancellation: Cancellation

    /// How far the number of a change is from the one before. After a failover that lost changes, new ones must not get the numbers of the
    /// lost ones, which hosts and tokens may know.
    private static let steps: ClosedRange<Int64> = 1...1 << 20

    package init(_ connection: Connection, _ identity: LibraryIdentity, _ cancellation: Cancellation) {
        (self.connection, self.identity, self.cancellation) = (connection, identity, cancellation)
    }

    /// The other source of a photo that has the path of an asset, but other files; nil if there is no such photo.
    package func otherPlace(of new: NewAsset, than source: [UInt8]) throws(DatabaseError) -> String? {
        let row = try run(
            SQL(
                """
                SELECT source FROM picker.asset
                WHERE identifier = ? AND until = 9223372036854775807 AND source <> ? AND content <> ?
                """, .text(identity.asset(at: new.details.asset.path.bytes).text), .bytes(source), .bytes(new.content))
        ).first
        guard let place = row?.bytes(0) else { return nil }
        return String(decoding: place, as: UTF8.self)
    }

    /// Writes an asset. It replaces the asset with the same path from the same source.
    ///
    /// - Parameters:
    ///   - others: the assets that were read with it, including itself. The files of these assets may have been one asset before.
    ///   - source: the source that it comes from, as in the table of jobs.
    ///   - keepsDuplicates: whether the library may have the same files under another path.
    ///   - replaces: whether it also replaces an asset from another source.
    package func write(
        _ new: NewAsset, beside others: [NewAsset] = [], from source: [UInt8], keepsDuplicates: Bool, replaces: Bool
    ) throws(DatabaseError) -> Outcome {
        let identifier = identity.asset(at: new.details.asset.path.bytes).text
        let change = try beginChange()
        let current = try current(identifier)
        let hasSameContent = current?.content == new.content
        // The memory cards of two cameras may have files with the same names.
        if let other = current?.source, other != source {
            guard replaces || hasSameContent else { return .taken(by: String(decoding: other, as: UTF8.self)) }
            if !replaces { return try keepingImages(of: new, .shared) }
            _ = try run(
                SQL(
                    "UPDATE picker.asset SET source = ? WHERE identifier = ? AND until = 9223372036854775807",
                    .bytes(source), .text(identifier)))
        }
        if current == nil {
            if try isPartOfAnother(new, source, except: others) { return try keepingImages(of: new, .unchanged) }
            if !keepsDuplicates, try isThere(new.content) { return try keepingImages(of: new, .duplicate) }
        }
        let hasNewImages = try writeObjects(of: new)
        let hadParts = try endParts(of: new, identifier, source, replaces: replaces, change)
        if hasSameContent, current?.facts == new.facts, !hasNewImages, !hadParts { return .unchanged }
        let album = try album(of: new)
        let body = try body(of: new)
        _ = try run(
            SQL(
                "UPDATE picker.asset SET until = ? WHERE identifier = ? AND until = 9223372036854775807",
                .integer(change), .text(identifier)))
        try insert(
            new, identifier, change, source, album: album, body: body,
            added: current?.added ?? WallTime.now / 1_000_000)
        if let old = current?.content, !hasSameContent { try bringInTwins(of: old) }
        if let old = current?.body { try bringInParts(of: old, notOf: body, source) }
        try announce(change)
        return current == nil ? .inserted : .updated
    }

    /// What the library has under an identifier now.
    private struct Current {
        let content: [UInt8]?
        let facts: [UInt8]?
        let added: Int64?
        let source: [UInt8]?
        let body: Int64?
    }

    private func current(_ identifier: String) throws(DatabaseError) -> Current? {
        let row = try run(
            SQL(
                """
                SELECT content, facts, added, source, body FROM picker.asset
                WHERE identifier = ? AND until = 9223372036854775807
                """, .text(identifier))
        ).first
        guard let row else { return nil }
        return Current(
            content: row.bytes(0), facts: row.bytes(1), added: row.integer(2), source: row.bytes(3),
            body: row.integer(4))
    }

    /// The number of the next change. From now on other writers wait.
    private func beginChange() throws(DatabaseError) -> Int64 {
        // If this host is suspended or loses power, they wait no longer than this timeout.
        let lock = SQL(
            """
            SELECT change, set_config('idle_in_transaction_session_timeout', '30000', true) FROM picker.library FOR UPDATE
            """)
        return try run(lock).first.map { $0.integer(0) ?? 0 }.map { $0 + .random(in: Self.steps) } ?? 1
    }

    private func run(_ statement: SQL) throws(DatabaseError) -> SQLRows { try connection.run(statement, cancellation) }

    private func announce(_ change: Int64) throws(DatabaseError) {
        _ = try run(SQL("UPDATE picker.library SET change = ?", .integer(change)))
        // now() would be the beginning of the transaction, but sending files may have taken days, and the rows that this change ends are
        // kept for a week from now on (see `OldRows`).
        _ = try run(
            SQL("INSERT INTO picker.change (number, made) VALUES (?, clock_timestamp())", .integer(change)))
        _ = try run(SQL("SELECT pg_notify('picker', '')"))
    }

    private func isThere(_ content: [UInt8]) throws(DatabaseError) -> Bool {
        try run(
            SQL("SELECT 1 FROM picker.asset WHERE content = ? AND until = 9223372036854775807 LIMIT 1", .bytes(content))
        ).first != nil
    }

    /// Queues the jobs again that were skipped because the library had a content that it does not have any more, also those of other
    /// sources.
    private func bringInTwins(of content: [UInt8]) throws(DatabaseError) {
        if try isThere(content) { return }
        _ = try run(
            SQL(
                """
                UPDATE picker.job SET state = 0, attempts = 0, not_before = now(), reason = ''
                WHERE state <> 0 AND id IN (SELECT job FROM picker.duplicate WHERE content = ?)
                """, .bytes(content)))
    }

    /// Queues the jobs of files again that do not belong to an asset any more: they may be assets of their own now.
    private func bringInParts(of old: Int64, notOf body: SQLValue, _ source: [UInt8]) throws(DatabaseError) {
        _ = try run(
            SQL(
                """
                UPDATE picker.job SET state = 0, attempts = 0, not_before = now(), reason = ''
                WHERE state <> 0 AND sha256(source) = sha256(?) AND sha256(path) = ANY (ARRAY(
                    SELECT sha256(path) FROM picker.file
                    WHERE body = ? AND path NOT IN (SELECT path FROM picker.file WHERE body = ?)
                ))
                """, .bytes(source), .integer(old), body))
    }

    /// Whether another asset from the same source already has all files of an asset. If a photo was deleted at the source, its RAW file
    /// stays a part of the photo's asset.
    private func isPartOfAnother(
        _ new: NewAsset, _ source: [UInt8], except others: [NewAsset]
    ) throws(DatabaseError) -> Bool {
        var query = SQL(
            """
            SELECT 1 FROM picker.asset a WHERE a.until = 9223372036854775807 AND a.source = ? AND a.body IN (
                SELECT body FROM picker.file WHERE path = ?
            ) AND a.identifier <> ALL (?)
            """, .bytes(source), .bytes(new.details.asset.path.bytes),
            .texts(others.map { identity.asset(at: $0.details.asset.path.bytes).text }))
        for (file, object) in zip(new.details.representations, new.objects) {
            query += SQL(
                " AND EXISTS (SELECT FROM picker.file f WHERE f.body = a.body AND f.path = ? AND f.hash = ?)",
                .bytes(file.path.bytes), .bytes(object.hash))
        }
        return try run(query).first != nil
    }

    /// Ends the assets that other files of this asset were on their own, before there was a file that represents all of them.
    ///
    /// - Parameter replaces: whether it also ends those from another source, whose paths these files have.
    /// - Returns: whether there were any.
    private func endParts(
        of new: NewAsset, _ identifier: String, _ source: [UInt8], replaces: Bool, _ change: Int64
    ) throws(DatabaseError) -> Bool {
        let parts = Set(new.details.representations.map { identity.asset(at: $0.path.bytes).text })
            .subtracting([identifier])
        if parts.isEmpty { return false }
        let ended = try run(
            SQL(
                """
                UPDATE picker.asset SET until = ?
                WHERE identifier = ANY (?) AND until = 9223372036854775807 AND (source = ? OR ?) RETURNING content
                """, .integer(change), .texts(parts.sorted()), .bytes(source), .flag(replaces)))
        for row in ended.rows { try bringInTwins(of: row.bytes(0) ?? []) }
        return !ended.rows.isEmpty
    }

    /// The outcome for an asset that is not written, because the library has its files already. Images that were made for the first time
    /// now get rows all the same, because otherwise nothing would refer to them: a video may have been only a part of a photo before,
    /// or a library for the format may have been missing.
    private func keepingImages(of new: NewAsset, _ outcome: Outcome) throws(DatabaseError) -> Outcome {
        _ = try writeObjects(of: new)
        return outcome
    }

    /// Writes the rows of objects and their images.
    ///
    /// - Returns: whether any image is new.
    private func writeObjects(of new: NewAsset) throws(DatabaseError) -> Bool {
        var hasNewImages = false
        for object in new.objects {
            _ = try run(
                SQL(
                    "INSERT INTO picker.object (hash, byte_size) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    .bytes(object.hash), .integer(object.byteSize)))
            for rendition in object.renditions {
                // xmax is 0 in a new row only: an existing row is locked before it is updated, which sets it.
                let row = try run(
                    SQL(
                        """
                        INSERT INTO picker.rendition (hash, level, width, height, byte_size) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (hash, level) DO UPDATE SET width = excluded.width, height = excluded.height,
                        byte_size = excluded.byte_size RETURNING xmax = 0
                        """, .bytes(object.hash), .integer(Int64(rendition.level)),
                        .integer(Int64(rendition.size.width)), .integer(Int64(rendition.size.height)),
                        .integer(Int64(rendition.byteCount)))
                ).first
                hasNewImages = hasNewImages || row?.flag(0) == true
            }
        }
        return hasNewImages
    }

    /// The number of the album of its folder, which is made if it does not exist; NULL at the top, whose assets are only in the camera
    /// roll.
    private func album(of new: NewAsset) throws(DatabaseError) -> SQLValue {
        let folder = new.folder
        guard !folder.isEmpty else { return .null(20) }
        let row = try run(
            SQL(
                """
                INSERT INTO picker.album (path, sort_path, identifier, title, is_event) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (sha256(path)) DO UPDATE SET title = excluded.title RETURNING id
                """, .bytes(folder), .bytes(NaturalSort.key(folder)),
                .text(identity.collection(folder: folder).text), .text(AlbumTree.title(ofFolder: folder)),
                .flag(new.isEvent))
        ).first
        return .of(row?.integer(0))
    }

    /// A number of pixels. Numbers from damaged files may be too large for the column; they count as not known, which is 0.
    private static func side(_ pixels: Int) -> SQLValue { .integer(Int64(Int32(exactly: pixels) ?? 0)) }

    private func body(of new: NewAsset) throws(DatabaseError) -> SQLValue {
        let camera = new.details.camera ?? CameraMetadata()
        let row = try run(
            SQL(
                """
                INSERT INTO picker.body (make, model, lens, software, caption, title, exposure_time, f_number,
                focal_length, iso_speed, altitude, rating, keywords) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                RETURNING id
                """, .of(camera.make), .of(camera.model), .of(camera.lens), .of(camera.software), .of(camera.caption),
                .of(camera.title), .of(camera.exposureTime), .of(camera.fNumber), .of(camera.focalLength),
                .of(camera.isoSpeed.map(Int64.init)), .of(camera.altitude), .of(camera.rating.map(Int64.init)),
                .texts(camera.keywords))
        ).first
        let body = SQLValue.of(row?.integer(0))
        for (position, (file, object)) in zip(new.details.representations, new.objects).enumerated() {
            _ = try run(
                SQL(
                    """
                    INSERT INTO picker.file (body, position, role, path, content_type, byte_offset, byte_size,
                    content_tag, width, height, hash, turned) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """, body, .integer(Int64(position)), .integer(Int64(file.role.rawValue)), .bytes(file.path.bytes),
                    .text(file.contentType), .integer(file.byteOffset), .integer(file.byteSize),
                    .integer(NewAsset.tag(object.hash)), Self.side(file.pixelWidth), Self.side(file.pixelHeight),
                    .bytes(object.hash), .integer(Int64(object.turned))))
        }
        return body
    }

    private func insert(
        _ new: NewAsset, _ identifier: String, _ change: Int64, _ source: [UInt8], album: SQLValue, body: SQLValue,
        added: Int64
    ) throws(DatabaseError) {
        let asset = new.details.asset
        let camera = new.details.camera ?? CameraMetadata()
        let texts = [asset.filename, camera.title ?? "", camera.caption ?? ""] + camera.keywords
        // Words of captions come last, because they may be long texts, and the words that do not fit are left out.
        let (titles, captions) = ([camera.title ?? ""] + camera.keywords, [camera.caption ?? ""])
        let facts = [
            asset.filename, AlbumTree.title(ofFolder: new.folder), camera.make ?? "", camera.model ?? "",
            camera.lens ?? "", DateWords.text(asset.creation),
        ]
        let best = SearchWords.fitting(SearchWords.all(in: titles))
        let words = SearchWords.fitting(SearchWords.all(in: facts + titles + captions))
        _ = try run(
            SQL(
                """
                INSERT INTO picker.asset (identifier, since, source, album, body, content, facts, path, sort_name, content_type,
                media_type, subtypes, width, height, created, created_offset, created_source, modified, added, byte_size,
                content_tag, duration, latitude, longitude, is_favorite, is_hidden, has_adjustments, file_count, rating,
                preview_hash, texts, words, best_words)
                SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                coalesce((SELECT array_agg(picker.folded(one)) FROM unnest(?::text[]) one WHERE one <> ''), '{}'),
                picker.words(?), picker.words(?)
                """, .text(identifier), .integer(change), .bytes(source), album, body, .bytes(new.content),
                .bytes(new.facts),
                .bytes(asset.path.bytes), .bytes(NaturalSort.key(Array(asset.filename.utf8))), .text(asset.contentType),
                .integer(Int64(asset.mediaType.rawValue)), .integer(Int64(asset.mediaSubtypes.rawValue)),
                Self.side(asset.pixelWidth), Self.side(asset.pixelHeight),
                .integer(asset.creation?.time.milliseconds ?? .min),
                .of(asset.creation?.offsetMinutes.map(Int64.init)),
                .integer(Int64((asset.creation?.source ?? .unknown).rawValue)),
                .integer(asset.modificationTime?.milliseconds ?? .min), .integer(added), .integer(asset.byteSize),
                .integer(NewAsset.tag(new.content)), .of(asset.duration), .of(asset.location?.latitude),
                .of(asset.location?.longitude), .flag(asset.isFavorite), .flag(asset.isHidden),
                .flag(asset.hasAdjustments), .integer(Int64(asset.representationCount)),
                .integer(Int64(camera.rating ?? 0)), .of(new.previewHash), .texts(texts), .texts(words), .texts(best)))
    }
}
