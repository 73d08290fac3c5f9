internal import PostgresClient

/// The step that makes words searchable by time: an index has each word once for each span of fifteen days, with the span before
/// it, so that the newest assets with a word are found without reading the others.
enum TimedWords {
    static let statements = [
        // The words of an asset, and those of its title and keywords, which have a letter before the span. Spans are counted from
        // 1970; around it, where division cuts towards zero, one is twice as long.
        SQL(
            """
            CREATE FUNCTION picker.timed_words(created bigint, best tsvector, words tsvector) RETURNS tsvector
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT array_to_tsvector(ARRAY(
                    SELECT (created / 1296000000) || ' ' || lexeme FROM unnest(tsvector_to_array(words)) lexeme
                    UNION ALL
                    SELECT 'b' || (created / 1296000000) || ' ' || lexeme FROM unnest(tsvector_to_array(best)) lexeme
                ))
            $body$
            """),
        // As picker.query, in one span: its number, with the letter where titles and keywords are meant.
        SQL(
            """
            CREATE FUNCTION picker.timed_query(span text, given text[]) RETURNS tsquery
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(span || ' ' || left(picker.word(one), 100)) || ':*', ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(one) <> ''
            $body$
            """),
        // The spans in which there is anything, each found from the one after it. The last one that there can be is that of assets
        // without a date.
        SQL(
            """
            CREATE FUNCTION picker.spans() RETURNS SETOF bigint LANGUAGE sql STABLE PARALLEL SAFE AS $body$
                WITH RECURSIVE step (span) AS (
                    SELECT max(created) / 1296000000 FROM picker.asset
                    UNION ALL
                    SELECT (
                        SELECT max(created) / 1296000000 FROM picker.asset WHERE created < CASE
                            WHEN span > 0 THEN span * 1296000000
                            ELSE greatest(span, -7116799410) * 1296000000 - 1295999999
                        END
                    ) FROM step WHERE span > -7116799411
                )
                SELECT span FROM step WHERE span IS NOT NULL
            $body$
            """),
        // What was written last is not kept apart: a search would read it once for each span.
        SQL(
            """
            CREATE INDEX asset_timed_words ON picker.asset
            USING gin (picker.timed_words(created, best_words, words)) WITH (fastupdate = off)
            """),
        // Of no use any more: it has nothing that the new one has not.
        SQL("DROP INDEX picker.asset_best_words"),
    ]
}
