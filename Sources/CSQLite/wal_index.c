#include "wal_index.h"

#include <sqlite3.h>
#include <string.h>

/* Bytes of a piece of the wal-index, the first of which has the header. */
#define PIECE_LENGTH 32768
/* What SQLite writes for the format that walformat.html describes. */
#define FORMAT 3007000
/* A commit writes the header within a microsecond; who finds it in between three times asks SQLite. */
#define ATTEMPTS 3

struct wal_index wal_index_of(struct sqlite3 *connection)
{
    const struct wal_index none = {NULL};
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file) return none;
    const sqlite3_io_methods *methods = file->pMethods;
    if (!methods || methods->iVersion < 2 || !methods->xShmMap) return none;
    /* SQLite's own mapping: another descriptor of that file would drop SQLite's locks when it is closed. */
    void volatile *memory = NULL;
    if (methods->xShmMap(file, 0, PIECE_LENGTH, 0, &memory) != SQLITE_OK) return none;
    return (struct wal_index){(const struct wal_header *)memory};
}

static void copy(const struct wal_header *from, struct wal_header *to)
{
    for (size_t i = 0; i < sizeof(to->words) / sizeof(to->words[0]); i++)
        to->words[i] = __atomic_load_n(&from->words[i], __ATOMIC_RELAXED);
}

static bool is_understood(const struct wal_header *header)
{
    uint32_t format;
    memcpy(&format, header, sizeof(format));
    /* A byte says that it was initialised: the writer of a log that is new, or is recovered, has it 0. */
    const uint8_t is_initialised = ((const uint8_t *)header)[12];
    return format == FORMAT && is_initialised == 1;
}

bool wal_index_read(struct wal_index index, struct wal_header *header)
{
    if (!index.copies) return false;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        struct wal_header second;
        /* SQLite writes the second one first. */
        copy(&index.copies[0], header);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        copy(&index.copies[1], &second);
        if (memcmp(header, &second, sizeof(second)) == 0) return is_understood(header);
    }
    return false;
}
