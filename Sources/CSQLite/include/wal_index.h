// Reads from SQLite's shared memory whether a database was changed, without a lock and without asking the system.
#ifndef CSQLITE_WAL_INDEX_H
#define CSQLITE_WAL_INDEX_H

#include <stdbool.h>
#include <stdint.h>

struct sqlite3;

// Its header, which each commit changes (https://sqlite.org/walformat.html, section 2.1): counters, the length of the log, checksums.
struct wal_header {
    uint64_t words[6];
};

// The wal-index of a database, as SQLite has mapped it: the same header twice, so that a reader notices one that is being written.
// NULL: there is none.
struct wal_index {
    const struct wal_header *copies;
};

// That of a connection that has read a database in WAL mode. It is there until the connection is closed. No other call may use the
// connection meanwhile.
struct wal_index wal_index_of(struct sqlite3 *connection);

// Reads the header, on any thread. False when there is none, or one of another format, or it is being written.
bool wal_index_read(struct wal_index index, struct wal_header *header);

#endif
