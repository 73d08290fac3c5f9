internal import PostgresClient

/// The migration that makes the tables of counts. Triggers update them, so that they are exact even if programs that do not know them
/// write assets.
enum DayCountTables {
    static let statements: [SQL] = functions + tables + counting + filling

    private static let functions = [
        // The day of a time, in days since 1970, by a clock that is `minutes` minutes east of UTC; the least number if the time is
        // not known.
        SQL(
            """
            CREATE FUNCTION picker.day(created bigint, minutes integer) RETURNS bigint
            LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
                SELECT CASE WHEN created = -9223372036854775808 THEN created ELSE
                    (shown - ((shown % 86400000) + 86400000) % 86400000) / 86400000 END
                FROM (SELECT CASE WHEN created BETWEEN -9223372036700000000 AND 9223372036700000000
                    THEN created + minutes * 60000::bigint ELSE created / 86400000 * 86400000 END AS shown) clock
            $body$
            """)
    ]

    private static let tables = [
        // How many assets are shown now, by their day in UTC, by which they are sorted, and by the day of their own clocks.
        SQL(
            """
            CREATE TABLE picker.day_count (
                utc bigint NOT NULL,
                civil bigint NOT NULL,
                created_offset integer NOT NULL,
                media_type integer NOT NULL,
                is_hidden boolean NOT NULL,
                count bigint NOT NULL,
                PRIMARY KEY (utc, civil, created_offset, media_type, is_hidden)
            ) WITH (fillfactor = 50)
            """),
        // The same by the properties for which there are smart albums.
        SQL(
            """
            CREATE TABLE picker.kind_count (
                media_type integer NOT NULL,
                subtypes bigint NOT NULL,
                is_favorite boolean NOT NULL,
                is_hidden boolean NOT NULL,
                count bigint NOT NULL,
                PRIMARY KEY (media_type, subtypes, is_favorite, is_hidden)
            ) WITH (fillfactor = 50)
            """),
        readable(SQL("picker.day_count, picker.kind_count")),
    ]

    /// Grants reading tables of counts to everyone who may read assets.
    static func readable(_ tables: SQL) -> SQL {
        SQL(
            """
            DO $body$
            DECLARE reader text;
            BEGIN
                FOR reader IN SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END
                    FROM pg_catalog.pg_class, aclexplode(relacl)
                    WHERE oid = 'picker.asset'::regclass AND privilege_type = 'SELECT'
                LOOP
                    EXECUTE format('GRANT SELECT ON
            """) + SQL(" ") + tables
            + SQL(
                """
                 TO %s', reader);
                    END LOOP;
                END
                $body$
                """)
    }

    private static let counting = [
        SQL(
            """
            CREATE FUNCTION picker.count_asset(one picker.asset, more bigint) RETURNS void
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
            END
            $body$
            """),
        SQL("REVOKE EXECUTE ON FUNCTION picker.count_asset FROM PUBLIC"),
        SQL(
            """
            CREATE FUNCTION picker.asset_began() RETURNS trigger
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $body$
            BEGIN
                PERFORM picker.count_asset(NEW, 1);
                RETURN NULL;
            END
            $body$
            """),
        SQL(
            """
            CREATE FUNCTION picker.asset_ended() RETURNS trigger
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $body$
            BEGIN
                PERFORM picker.count_asset(OLD, -1);
                RETURN NULL;
            END
            $body$
            """),
        SQL(
            """
            CREATE TRIGGER asset_began AFTER INSERT OR UPDATE ON picker.asset
            FOR EACH ROW WHEN (NEW.until = 9223372036854775807) EXECUTE FUNCTION picker.asset_began()
            """),
        SQL(
            """
            CREATE TRIGGER asset_ended AFTER UPDATE OR DELETE ON picker.asset
            FOR EACH ROW WHEN (OLD.until = 9223372036854775807) EXECUTE FUNCTION picker.asset_ended()
            """),
    ]

    private static let filling = [
        // Counts all assets: for the first time, and after rows were copied into the table without triggers.
        SQL(
            """
            CREATE FUNCTION picker.count_all() RETURNS void LANGUAGE plpgsql AS $body$
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
            END
            $body$
            """),
        SQL("SELECT picker.count_all()"),
    ]
}
