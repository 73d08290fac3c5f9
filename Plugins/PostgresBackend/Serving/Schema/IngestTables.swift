internal import PostgresClient

/// The step for ingest that loses nothing: it knows what it passed over for which content, and takes paths of any length. And for
/// pieces that are typed without a space.
enum IngestTables {
    static let statements = [
        // Jobs whose assets were not brought in, since the same files were there under another path. They wait again when those files
        // are there no more.
        SQL(
            """
            CREATE TABLE picker.duplicate (
                content bytea NOT NULL,
                job bigint NOT NULL REFERENCES picker.job ON DELETE CASCADE,
                PRIMARY KEY (content, job)
            )
            """),
        SQL("CREATE INDEX duplicate_job ON picker.duplicate (job)"),
        // Those of before are not known: what was there already is looked at once more.
        SQL("UPDATE picker.job SET state = 0, attempts = 0, not_before = now(), reason = '' WHERE state = 2"),
        // An index takes no more than 2,704 bytes of a row, and a path may have 4,096.
        SQL("ALTER TABLE picker.job DROP CONSTRAINT job_source_path_key"),
        SQL("CREATE UNIQUE INDEX job_place ON picker.job (sha256(source), sha256(path))"),
        SQL("DROP INDEX picker.job_waiting"),
        SQL("CREATE INDEX job_waiting ON picker.job (sha256(source), id) WHERE state = 0"),
        SQL("ALTER TABLE picker.album DROP CONSTRAINT album_path_key"),
        SQL("CREATE UNIQUE INDEX album_place ON picker.album (sha256(path))"),
        SQL("DROP INDEX picker.file_path"),
        SQL("CREATE INDEX file_path ON picker.file USING hash (path)"),
        // As before, but that what ends with the mark of `SearchWords` is no beginning.
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
