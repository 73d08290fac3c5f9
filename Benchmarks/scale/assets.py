"""Makes assets of a library in PostgreSQL that have no files: rows alone, as ingest writes them."""

# Photos of twenty years in folders of five hundred, in the order in which they were made but for one in ten, which is of any
# time, as scans and old cards are. A day is by one clock but for one in fifty, on which two cameras differ by an hour. One in a
# hundred is hidden, one in twenty a video. Words are those of the name, the folder, the camera and the date; "rare" is one in
# ten thousand. All share one body: nothing that is measured asks for it.
ASSETS = """
INSERT INTO picker.asset (identifier, since, album, body, content, facts, path, sort_name, content_type, media_type, subtypes,
    width, height, created, created_offset, created_source, modified, added, byte_size, content_tag, is_favorite, is_hidden,
    has_adjustments, file_count, rating, preview_hash, texts, words, best_words)
SELECT 'a' || substr(encode(hash, 'hex'), 1, 22), 1, album, {body}, hash, hash,
    convert_to('folder ' || album || '/IMG_' || g || '.jpg', 'UTF8'), convert_to('img_' || lpad(g::text, 9, '0'), 'UTF8'),
    'public.jpeg', CASE WHEN g % 20 = 0 THEN 2 ELSE 1 END, 0, 4032, 3024, created,
    CASE WHEN day % 50 = 0 THEN (g % 2) * 60 ELSE (ARRAY[60, 60, 120, 60, 120, -300])[1 + day / 30 % 6] END, 1, created,
    1700000000000 + g, 3000000 + g % 1000000, g, g % 40 = 0, g % 100 = 0, false, 1, 0, substr(hash || hash, 1, 25),
    ARRAY['img_' || g || '.jpg'],
    array_to_tsvector(ARRAY['img', g::text, 'jpg', 'folder', album::text, 'maker' || g % 7, 'model' || g % 31,
        extract(year FROM date)::text, to_char(date, 'FMmonth')] || CASE WHEN g % 10000 = 7 THEN ARRAY['rare'] ELSE '{{}}' END), ''
FROM (
    SELECT *, created / 86400000 AS day, to_timestamp(created / 1000.0) AS date FROM (
        SELECT g, 1 + g / 500 AS album, sha256(int8send(g)) AS hash,
            1072915200000 + CASE WHEN g % 10 = 0 THEN hashint8extended(g, 1) & 1099511627775 ELSE g * (631152000000 / {count}) END
            % 631152000000 + 21600000 + (hashint8extended(g, 2) & 33554431) AS created
        FROM generate_series({first}::bigint, {last}::bigint) g
    ) made
) dated
"""
ALBUMS = """
INSERT INTO picker.album (path, sort_path, identifier, title, is_event)
SELECT convert_to('folder ' || g, 'UTF8'), convert_to('folder ' || lpad(g::text, 9, '0'), 'UTF8'), 'c' || g, 'folder ' || g, false
FROM generate_series(1, 1 + {count} / 500) g ORDER BY g
"""
STEP = 500_000


def fill(sql, count):
    """Makes so many in the tables that a library made; indexes and counts are made afterwards, of all at once."""
    sql(ALBUMS.format(count=count))
    body = sql("INSERT INTO picker.body (keywords) VALUES ('{}') RETURNING id")[0][0]
    indexes = sql(
        "SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.schemaname = 'picker' AND i.tablename = 'asset' "
        "AND i.indexname <> 'asset_pkey'")
    sql("ALTER TABLE picker.asset DISABLE TRIGGER USER")
    for name, _ in indexes:
        sql(f"DROP INDEX picker.{name}")
    for first in range(0, count, STEP):
        sql(ASSETS.format(body=body, count=count, first=first, last=min(first + STEP, count) - 1))
    for _, definition in indexes:
        sql(f"SET maintenance_work_mem = '1GB'; {definition}")
    sql("ALTER TABLE picker.asset ENABLE TRIGGER USER")
    sql("UPDATE picker.library SET change = 1; INSERT INTO picker.change (number) VALUES (1)")
    sql("SELECT picker.count_all()")
    sql("VACUUM (ANALYZE) picker.asset")
    sql("VACUUM (ANALYZE) picker.day_count")
    sql("VACUUM (ANALYZE) picker.kind_count")
    sql("VACUUM (ANALYZE) picker.album_count")
    # Otherwise what was made is written to the disk while the first answers are measured.
    sql("CHECKPOINT")
