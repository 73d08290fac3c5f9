internal import PostgresClient

/// The migration for albums of large libraries: a trigger counts the assets of each folder when they are written, and indexes
/// find the assets of a smart album without reading others.
enum AlbumTables {
    static let statements: [SQL] = table + counting + filling + kinds

    private static let table = [
        // How many assets of each album are shown now. An album that has none any more keeps its row, with 0.
        SQL(
            """
            CREATE TABLE picker.album_count (
                album bigint PRIMARY KEY REFERENCES picker.album (id) ON DELETE CASCADE,
                count bigint NOT NULL
            ) WITH (fillfactor = 50)
            """),
        DayCountTables.readable(SQL("picker.album_count")),
    ]

    private static let counting = [
        // As in `DayCountTables`, and for albums.
        SQL(
            """
            CREATE OR REPLACE FUNCTION picker.count_asset(one picker.asset, more bigint) RETURNS void
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $body$
            BEGIN
                INSERT INTO picker.day_count AS c (utc, civil, created_offset, media_type, is_hidden, count)
                VALUES (picker.day(one.created, 0), picker.day(one.created, coalesce(one.created_offset, 0)),
                    coalesce(one.created_offset, 0), one.media_type, one.is_hidden, more)
                ON CONFLICT (utc, civil, created_offset, media_type, is_hidden)
                DO UPDATE SET count = c.count + excluded.count;
                INSERT INTO picker.kind_count AS c (media_type, subtypes, is_favorite, is_hidden, count)
                VALUES (one.media_type, one.subtypes, one.is_favorite, one.is_hidden, more)
                ON CONFLICT (media_type, subtypes, is_favorite, is_hidden)
                DO UPDATE SET count = c.count + excluded.count;
                IF one.album IS NOT NULL AND NOT one.is_hidden THEN
                    INSERT INTO picker.album_count AS c (album, count) VALUES (one.album, more)
                    ON CONFLICT (album) DO UPDATE SET count = c.count + excluded.count;
                END IF;
            END
            $body$
            """)
    ]

    private static let filling = [
        SQL(
            """
            CREATE OR REPLACE FUNCTION picker.count_all() RETURNS void LANGUAGE plpgsql AS $body$
            BEGIN
                LOCK TABLE picker.asset IN SHARE ROW EXCLUSIVE MODE;
                DELETE FROM picker.day_count;
                INSERT INTO picker.day_count
                SELECT picker.day(created, 0), picker.day(created, coalesce(created_offset, 0)),
                    coalesce(created_offset, 0), media_type, is_hidden, count(*)
                FROM picker.asset WHERE until = 9223372036854775807 GROUP BY 1, 2, 3, 4, 5;
                DELETE FROM picker.kind_count;
                INSERT INTO picker.kind_count
                SELECT media_type, subtypes, is_favorite, is_hidden, count(*)
                FROM picker.asset WHERE until = 9223372036854775807 GROUP BY 1, 2, 3, 4;
                DELETE FROM picker.album_count;
                INSERT INTO picker.album_count
                SELECT album, count(*) FROM picker.asset
                WHERE until = 9223372036854775807 AND album IS NOT NULL AND NOT is_hidden GROUP BY 1;
            END
            $body$
            """),
        SQL("LOCK TABLE picker.asset IN SHARE ROW EXCLUSIVE MODE"),
        SQL(
            """
            INSERT INTO picker.album_count
            SELECT album, count(*) FROM picker.asset
            WHERE until = 9223372036854775807 AND album IS NOT NULL AND NOT is_hidden GROUP BY 1
            """),
    ]

    /// The conditions are those of `SmartAlbum`, with the same words and types; otherwise the server does not recognize them as equal,
    /// and does not use the indexes.
    private static let kinds = [
        SQL(
            "CREATE INDEX asset_favorites ON picker.asset (created, sort_name, identifier) WHERE is_favorite"),
        SQL("CREATE INDEX asset_hidden ON picker.asset (created, sort_name, identifier) WHERE is_hidden"),
        SQL(
            "CREATE INDEX asset_videos ON picker.asset (created, sort_name, identifier) WHERE media_type = 2::bigint"),
        SQL(
            "CREATE INDEX asset_panoramas ON picker.asset (created, sort_name, identifier) WHERE subtypes & 1 <> 0"),
        SQL(
            "CREATE INDEX asset_screenshots ON picker.asset (created, sort_name, identifier) WHERE subtypes & 4 <> 0"
        ),
        SQL(
            "CREATE INDEX asset_live_photos ON picker.asset (created, sort_name, identifier) WHERE subtypes & 8 <> 0"
        ),
        SQL("CREATE INDEX asset_bursts ON picker.asset (created, sort_name, identifier) WHERE subtypes & 32 <> 0"),
        SQL("CREATE INDEX asset_raw ON picker.asset (created, sort_name, identifier) WHERE subtypes & 64 <> 0"),
        SQL(
            "CREATE INDEX asset_slo_mo ON picker.asset (created, sort_name, identifier) WHERE subtypes & 131072 <> 0"
        ),
        SQL(
            """
            CREATE INDEX asset_timelapses ON picker.asset (created, sort_name, identifier)
            WHERE subtypes & 262144 <> 0
            """),
    ]
}
