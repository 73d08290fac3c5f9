// How connections of SQLite are closed.
#ifndef CSQLITE_CLOSING_H
#define CSQLITE_CLOSING_H

#include <stdbool.h>

struct sqlite3;

// Whether the connection, when it is closed as the last one of a database in WAL mode, moves what the log has into the database, as SQLite does by
// itself (https://sqlite.org/c3ref/c_dbconfig_defensive.html, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE). Where it does not, the log stays as it is.
void closing_moves_log(struct sqlite3 *connection, bool moves);

#endif
