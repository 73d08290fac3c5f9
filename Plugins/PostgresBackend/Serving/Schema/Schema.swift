internal import PostgresClient

/// The tables, and the migrations that make them. A published migration is never changed.
enum Schema {
    /// The number of the lock for changing tables: "Pick" in ASCII.
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
        // Has one row. `change` counts the transactions that wrote assets. A writer locks the row until it commits, so that changes
        // become visible in the order of their numbers, and what is visible up to a number stays the same. Rows of assets that
        // ended at `horizon` or before may be deleted.
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
        // Makes letters equal that differ only in case, or in being composed or decomposed (see decision 0055).
        SQL(
            """
            CREATE FUNCTION picker.folded(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT normalize(translate(lower(upper(normalize(given, NFD) COLLATE "und-x-icu") COLLATE "und-x-icu"),
                    U&'\\03C2', U&'\\03C3'), NFC)
            $body$
            """),
        // A word as it is searched for: without diacritical marks.
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
        // All words must be found, each as a prefix.
        SQL(
            """
            CREATE FUNCTION picker.query(given text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(left(picker.word(one), 100)) || ':*', ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(one) <> ''
            $body$
            """),
        // Folders that are shown as albums.
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
        // What an asset consists of. A row is never changed: if a file is replaced, the asset gets another body.
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
        // The ready images of objects: level 0 is a thumbnail, 1 fills a screen, 2 has all pixels.
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
        // A row is an asset as it was from the change `since` until before the change `until`, which is the largest number for
        // what is shown now. `created`, `modified` and `added` are milliseconds since 1970 in UTC, or the least number if the time
        // is not known. `sort_name` sorts names in natural sort. `content` is a hash of the hashes of its files, `facts` a hash of
        // everything that is shown of it.
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
        // Groups of files that may be an asset, to be ingested. A thread takes a row that no other has locked; if its process is
        // killed, the lock is released. `state`: 0 waits, 1 is done, 2 was in the library already, 3 failed, for `reason`.
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
        // The orientation of the stored image (1 to 8) if a sidecar gives another one than the file; 0 if the file's own counts. Such
        // a file has renditions of its own, with levels that are ten times this number higher.
        SQL("ALTER TABLE picker.file ADD COLUMN turned smallint NOT NULL DEFAULT 0")
    ]

    private static let sources = [
        // Assets are looked up by the path of any of their files, and rows of assets by their bodies.
        SQL("CREATE INDEX file_path ON picker.file (path)"),
        SQL("CREATE INDEX asset_body ON picker.asset (body)"),
        // The objects of a bucket that may be the files of one asset, one on each line; null for a file in a folder.
        SQL("ALTER TABLE picker.job ADD COLUMN objects text"),
        // The source that an asset came from, as in the table of jobs; null if it came before this column was added.
        SQL("ALTER TABLE picker.asset ADD COLUMN source bytea"),
    ]

    private static let bestWords = [
        // Assets with a word in their title or keywords are found before those that have it elsewhere.
        SQL("CREATE INDEX asset_best_words ON picker.asset USING gin (best_words)")
    ]
}
