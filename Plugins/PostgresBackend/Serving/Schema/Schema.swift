internal import PostgresClient

/// The tables, and how one version of them becomes the next. A step that was published is never changed.
enum Schema {
    /// Locks all that change tables: "Pick" in letters.
    private static let lock: Int64 = 0x5069_636B

    static let migrations = SchemaMigrations(
        schema: SQLName(literal: "picker"), lock: lock,
        [
            SchemaMigrations.Step(oldestReader: 1, assets), SchemaMigrations.Step(oldestReader: 1, ingest),
            SchemaMigrations.Step(oldestReader: 1, turns),
            SchemaMigrations.Step(oldestReader: 1, DayCountTables.statements),
            SchemaMigrations.Step(oldestReader: 1, sources),
            SchemaMigrations.Step(oldestReader: 1, bestWords),
            SchemaMigrations.Step(oldestReader: 1, TimedWords.statements),
            SchemaMigrations.Step(oldestReader: 1, AlbumTables.statements),
            SchemaMigrations.Step(oldestReader: 1, IngestTables.statements),
        ])

    private static let assets = [
        // One row. `change` counts the transactions that wrote assets. Who writes holds its lock until the end, so that numbers
        // are seen in their order, and what is seen up to one stays what it is. What ended before `horizon` is gone.
        SQL(
            """
            CREATE TABLE picker.library (
                one boolean PRIMARY KEY DEFAULT true CHECK (one),
                uuid uuid NOT NULL DEFAULT gen_random_uuid(),
                change bigint NOT NULL DEFAULT 0,
                horizon bigint NOT NULL DEFAULT 0
            )
            """),
        SQL("INSERT INTO picker.library DEFAULT VALUES"),
        SQL("CREATE TABLE picker.change (number bigint PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())"),
        // Letters that differ in their case alone are one, composed and decomposed ones, too (see decision 0055).
        SQL(
            """
            CREATE FUNCTION picker.folded(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT normalize(translate(lower(upper(normalize(given, NFD) COLLATE "und-x-icu") COLLATE "und-x-icu"),
                    U&'\\03C2', U&'\\03C3'), NFC)
            $body$
            """),
        // A word as it is searched for: without what is above and below its letters.
        SQL(
            """
            CREATE FUNCTION picker.word(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT normalize(regexp_replace(normalize(picker.folded(given), NFD), U&'[\\0300-\\036F]', '', 'g'), NFC)
            $body$
            """),
        SQL(
            """
            CREATE FUNCTION picker.words(given text[]) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT coalesce(array_to_tsvector(array_agg(DISTINCT left(picker.word(one), 100))), '')
                FROM unnest(given) one WHERE picker.word(one) <> ''
            $body$
            """),
        // All of the words must be there, each as a beginning.
        SQL(
            """
            CREATE FUNCTION picker.query(given text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(left(picker.word(one), 100)) || ':*', ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(one) <> ''
            $body$
            """),
        // A folder that is shown as an album.
        SQL(
            """
            CREATE TABLE picker.album (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                path bytea NOT NULL UNIQUE,
                sort_path bytea NOT NULL,
                identifier text COLLATE "C" NOT NULL UNIQUE,
                title text NOT NULL,
                is_event boolean NOT NULL
            )
            """),
        // What an asset consists of. It never changes: a file that was replaced makes another body.
        SQL(
            """
            CREATE TABLE picker.body (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                make text, model text, lens text, software text, caption text, title text,
                exposure_time double precision, f_number double precision, focal_length double precision,
                iso_speed bigint, altitude double precision, rating bigint, keywords text[] NOT NULL
            )
            """),
        SQL(
            """
            CREATE TABLE picker.object (
                hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
                byte_size bigint NOT NULL
            )
            """),
        // An image of an object that is kept ready: level 0 is a thumbnail, 1 fills a screen, 2 has all pixels.
        SQL(
            """
            CREATE TABLE picker.rendition (
                hash bytea NOT NULL REFERENCES picker.object,
                level smallint NOT NULL,
                width integer NOT NULL,
                height integer NOT NULL,
                byte_size bigint NOT NULL,
                PRIMARY KEY (hash, level)
            )
            """),
        SQL(
            """
            CREATE TABLE picker.file (
                body bigint NOT NULL REFERENCES picker.body ON DELETE CASCADE,
                position smallint NOT NULL,
                role smallint NOT NULL,
                path bytea NOT NULL,
                content_type text NOT NULL,
                byte_offset bigint NOT NULL,
                byte_size bigint NOT NULL,
                content_tag bigint NOT NULL,
                width integer NOT NULL,
                height integer NOT NULL,
                hash bytea NOT NULL REFERENCES picker.object,
                PRIMARY KEY (body, position)
            )
            """),
        SQL("CREATE INDEX file_hash ON picker.file (hash)"),
        // A row is an asset as it was from the change `since` on, until the change `until`, which is the largest number for what
        // is shown now. `created`, `modified` and `added` are milliseconds since 1970 in UTC, the least number for a time that
        // is not known. `sort_name` orders names as people do. `content` is
        // made of the hashes of its files, `facts` of all that is shown of it.
        SQL(
            """
            CREATE TABLE picker.asset (
                row bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                identifier text COLLATE "C" NOT NULL,
                since bigint NOT NULL,
                until bigint NOT NULL DEFAULT 9223372036854775807,
                album bigint REFERENCES picker.album,
                body bigint NOT NULL REFERENCES picker.body,
                content bytea NOT NULL,
                facts bytea NOT NULL,
                path bytea NOT NULL,
                sort_name bytea NOT NULL,
                content_type text COLLATE "C" NOT NULL,
                media_type integer NOT NULL,
                subtypes bigint NOT NULL,
                width integer NOT NULL,
                height integer NOT NULL,
                created bigint NOT NULL,
                created_offset integer,
                created_source integer NOT NULL,
                modified bigint NOT NULL,
                added bigint NOT NULL,
                byte_size bigint NOT NULL,
                content_tag bigint NOT NULL,
                duration double precision,
                latitude double precision,
                longitude double precision,
                is_favorite boolean NOT NULL,
                is_hidden boolean NOT NULL,
                has_adjustments boolean NOT NULL,
                file_count integer NOT NULL,
                rating integer NOT NULL,
                preview_hash bytea,
                texts text[] NOT NULL,
                words tsvector NOT NULL,
                best_words tsvector NOT NULL
            )
            """),
        SQL("CREATE UNIQUE INDEX asset_current ON picker.asset (identifier) WHERE until = 9223372036854775807"),
        SQL("CREATE INDEX asset_content ON picker.asset (content) WHERE until = 9223372036854775807"),
        SQL("CREATE INDEX asset_identifier ON picker.asset (identifier, since)"),
        SQL("CREATE INDEX asset_created ON picker.asset (created, sort_name, identifier)"),
        SQL("CREATE INDEX asset_album ON picker.asset (album, created, sort_name, identifier)"),
        SQL("CREATE INDEX asset_added ON picker.asset (added, identifier)"),
        SQL("CREATE INDEX asset_since ON picker.asset (since)"),
        SQL("CREATE INDEX asset_until ON picker.asset (until) WHERE until < 9223372036854775807"),
        SQL("CREATE INDEX asset_words ON picker.asset USING gin (words)"),
    ]

    private static let ingest = [
        // A group of files of one asset that is to be brought in. Workers take rows that no other has locked; one that is
        // killed lets its row go. `state`: 0 waits, 1 is done, 2 is there already, 3 cannot be brought in, for a reason.
        SQL(
            """
            CREATE TABLE picker.job (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                source bytea NOT NULL,
                path bytea NOT NULL,
                stamp bigint NOT NULL,
                state smallint NOT NULL DEFAULT 0,
                attempts integer NOT NULL DEFAULT 0,
                not_before timestamptz NOT NULL DEFAULT now(),
                reason text,
                UNIQUE (source, path)
            )
            """),
        SQL("CREATE INDEX job_waiting ON picker.job (source, id) WHERE state = 0"),
    ]

    private static let turns = [
        // How the image of a file is stored (1 to 8) where its sidecar said so and the file otherwise; 0: as the file says. Such a
        // file has renditions of its own, whose levels are ten times this number more.
        SQL("ALTER TABLE picker.file ADD COLUMN turned smallint NOT NULL DEFAULT 0")
    ]

    private static let sources = [
        // Assets are asked for by the path of any of their files, and of their rows by what they consist of.
        SQL("CREATE INDEX file_path ON picker.file (path)"),
        SQL("CREATE INDEX asset_body ON picker.asset (body)"),
        // The objects of a bucket that may be the files of assets, a line each; null: a file of a folder.
        SQL("ALTER TABLE picker.job ADD COLUMN objects text"),
        // Where an asset was brought in from, as in the table of jobs; null: before this was kept.
        SQL("ALTER TABLE picker.asset ADD COLUMN source bytea"),
    ]

    private static let bestWords = [
        // What has a word in its title or keywords is found before all that has it elsewhere.
        SQL("CREATE INDEX asset_best_words ON picker.asset USING gin (best_words)")
    ]
}
