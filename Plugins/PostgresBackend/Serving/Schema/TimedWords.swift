internal import PostgresClient

/// The migration that makes words searchable by time: an index has each word with the number of a span of fifteen days before it, so that
/// the newest assets with a word are found without reading the others.
enum TimedWords {
    static let statements = [
        // The words of an asset, and again those of its title and keywords, with the letter b before the span. Spans are counted
        // from 1970. Since division rounds towards zero, span 0 is twice as long as the others.
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
        // As picker.query, in one span. `span` is its number, with the letter b before it to search titles and keywords.
        SQL(
            """
            CREATE FUNCTION picker.timed_query(span text, given text[]) RETURNS tsquery
            LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $body$
                SELECT string_agg(quote_literal(span || ' ' || left(picker.word(one), 100)) || ':*', ' & ')::tsquery
                FROM unnest(given) one WHERE picker.word(one) <> ''
            $body$
            """),
        // The spans that have assets, each found from the one after it. The earliest possible span is that of assets without a date.
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
        // Without fastupdate, because a search would read the list of pending entries once for each span.
        SQL(
            """
            CREATE INDEX asset_timed_words ON picker.asset
            USING gin (picker.timed_words(created, best_words, words)) WITH (fastupdate = off)
            """),
        // No longer needed: the new index has everything that is in this one.
        SQL("DROP INDEX picker.asset_best_words"),
    ]
}
