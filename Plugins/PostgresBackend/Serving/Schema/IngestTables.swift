internal import PostgresClient

/// The migration after which ingest loses nothing: it records which jobs it skipped as duplicates of which content, and accepts
/// paths of any length. It also makes searches for words that are typed without a space between them possible.
enum IngestTables {
    static let statements = [
        // Jobs whose assets were skipped, because the library had the same files under another path. They are queued again when those
        // files are not in the library any more.
        SQL(
            """
            CREATE TABLE picker.duplicate (
                content bytea NOT NULL,
                job bigint NOT NULL REFERENCES picker.job ON DELETE CASCADE,
                PRIMARY KEY (content, job)
            )
            """),
        SQL("CREATE INDEX duplicate_job ON picker.duplicate (job)"),
        // Which jobs were skipped before is not known, so all that found something present are done again.
        SQL("UPDATE picker.job SET state = 0, attempts = 0, not_before = now(), reason = '' WHERE state = 2"),
        // An index entry has at most 2,704 bytes, and a path may have 4,096.
        SQL("ALTER TABLE picker.job DROP CONSTRAINT job_source_path_key"),
        SQL("CREATE UNIQUE INDEX job_place ON picker.job (sha256(source), sha256(path))"),
        SQL("DROP INDEX picker.job_waiting"),
        SQL("CREATE INDEX job_waiting ON picker.job (sha256(source), id) WHERE state = 0"),
        SQL("ALTER TABLE picker.album DROP CONSTRAINT album_path_key"),
        SQL("CREATE UNIQUE INDEX album_place ON picker.album (sha256(path))"),
        SQL("DROP INDEX picker.file_path"),
        SQL("CREATE INDEX file_path ON picker.file USING hash (path)"),
        // As before, except that a word that ends with the mark of `SearchWords` must match completely.
        SQL(
            """
            CREATE OR REPLACE FUNCTION picker.query(given text[]) RETURNS tsquery
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(left(picker.word(rtrim(one, '=')), 100)) ||
                    CASE WHEN right(one, 1) = '=' THEN '' ELSE ':*' END, ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(rtrim(one, '=')) <> ''
            $body$
            """),
        SQL(
            """
            CREATE OR REPLACE FUNCTION picker.timed_query(span text, given text[]) RETURNS tsquery
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(span || ' ' || left(picker.word(rtrim(one, '=')), 100)) ||
                    CASE WHEN right(one, 1) = '=' THEN '' ELSE ':*' END, ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(rtrim(one, '=')) <> ''
            $body$
            """),
    ]
}
