#include "closing.h"

#include <sqlite3.h>
#include <stddef.h>

void closing_moves_log(struct sqlite3 *connection, bool moves)
{
    sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, moves ? 0 : 1, NULL);
}
