// The least that SQLite takes for an index: writes the rows of one, held in memory, into an empty one with the same
// tables, on one thread: insert-rows CATALOG
//
// Transactions of 2,000 assets, as `picker index` has them. Prints the assets and the seconds; leaves nothing behind.
// Exit status: 64 for wrong arguments, 66 for a catalog that cannot be read, 70 when SQLite says no.
#define _GNU_SOURCE
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COLUMNS                32
#define ASSETS_PER_TRANSACTION 2000

typedef struct row {
    sqlite3_value *values[COLUMNS];
} row;

typedef struct table {
    const char *name, *columns, *order;
    int width;
    size_t count;
    row *rows;
    sqlite3_stmt *insertion;
} table;

enum { FOLDERS, ASSETS, FILES, WORDS, TABLES };

static table tables[TABLES] = {
    [FOLDERS] = {.name = "folder", .columns = "*", .order = "id"},
    [ASSETS] = {.name = "asset", .columns = "*", .order = "id"},
    [FILES] = {.name = "file", .columns = "*", .order = "asset_id, position"},
    [WORDS] = {.name = "asset_text", .columns = "rowid, *", .order = "rowid"},
};

static void check(sqlite3 *database, int code)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "insert-rows: %s\n", sqlite3_errmsg(database));
    exit(70);
}

static void run(sqlite3 *database, const char *sql) { check(database, sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static void load(sqlite3 *from, table *table)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY %s", table->columns, table->name, table->order);
    sqlite3_stmt *query = NULL;
    check(from, sqlite3_prepare_v2(from, sql, -1, &query, NULL));
    table->width = sqlite3_column_count(query);
    size_t capacity = 0;
    while (table->width <= COLUMNS && sqlite3_step(query) == SQLITE_ROW) {
        if (table->count == capacity) {
            capacity = capacity ? 2 * capacity : 1024;
            table->rows = realloc(table->rows, capacity * sizeof *table->rows);
            if (!table->rows) exit(70);
        }
        row *row = &table->rows[table->count++];
        for (int i = 0; i < table->width; i++)
            row->values[i] = sqlite3_value_dup(sqlite3_column_value(query, i));
    }
    sqlite3_finalize(query);
}

// The tables and indexes of the catalog, without those that SQLite makes by itself.
static void make_tables(sqlite3 *from, sqlite3 *to)
{
    sqlite3_stmt *query = NULL;
    check(from, sqlite3_prepare_v2(from,
                                   "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
                                   "AND (name = 'asset_text' OR name NOT LIKE 'asset_text_%')",
                                   -1, &query, NULL));
    while (sqlite3_step(query) == SQLITE_ROW)
        run(to, (const char *)sqlite3_column_text(query, 0));
    sqlite3_finalize(query);
}

static void prepare(sqlite3 *to, table *table)
{
    char sql[400];
    const char *columns = table == &tables[WORDS] ? "(rowid, filename, title, keywords, camera, dates, album)" : "";
    int length = snprintf(sql, sizeof sql, "INSERT INTO %s%s VALUES (?", table->name, columns);
    for (int i = 1; i < table->width; i++)
        length += snprintf(sql + length, sizeof sql - (size_t)length, ", ?");
    snprintf(sql + length, sizeof sql - (size_t)length, ")");
    check(to, sqlite3_prepare_v2(to, sql, -1, &table->insertion, NULL));
}

static void insert(sqlite3 *to, table *table, size_t index)
{
    for (int i = 0; i < table->width; i++)
        sqlite3_bind_value(table->insertion, i + 1, table->rows[index].values[i]);
    check(to, sqlite3_step(table->insertion));
    sqlite3_reset(table->insertion);
}

static void insert_all(sqlite3 *to)
{
    for (size_t i = 0; i < tables[FOLDERS].count; i++)
        insert(to, &tables[FOLDERS], i);
    for (size_t start = 0; start < tables[ASSETS].count; start += ASSETS_PER_TRANSACTION) {
        run(to, "BEGIN IMMEDIATE");
        for (int kind = ASSETS; kind < TABLES; kind++)
            for (size_t i = start; i < start + ASSETS_PER_TRANSACTION && i < tables[kind].count; i++)
                insert(to, &tables[kind], i);
        run(to, "COMMIT");
    }
}

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int count, char **arguments)
{
    if (count != 2) return 64;
    sqlite3 *from = NULL, *to = NULL;
    if (sqlite3_open_v2(arguments[1], &from, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 66;
    char folder[] = "/tmp/insert-rows-XXXXXX", path[64];
    if (!mkdtemp(folder)) return 70;
    snprintf(path, sizeof path, "%s/copy.sqlite", folder);
    check(to, sqlite3_open(path, &to));
    run(to, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -8192; "
            "PRAGMA foreign_keys = ON");
    make_tables(from, to);
    for (int kind = 0; kind < TABLES; kind++) {
        load(from, &tables[kind]);
        prepare(to, &tables[kind]);
    }
    double wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    insert_all(to);
    printf("%zu assets, %.3f s, processor %.3f s\n", tables[ASSETS].count, seconds(CLOCK_MONOTONIC) - wall,
           seconds(CLOCK_PROCESS_CPUTIME_ID) - processor);
    for (int kind = 0; kind < TABLES; kind++)
        sqlite3_finalize(tables[kind].insertion);
    sqlite3_close(to);
    sqlite3_close(from);
    const char *ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/copy.sqlite%s", folder, ends[i]);
        remove(path);
    }
    remove(folder);
    return 0;
}
