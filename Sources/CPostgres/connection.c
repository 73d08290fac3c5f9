#define _GNU_SOURCE
#include "include/cpostgres.h"
#include "loaded.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

/* A statement of Picker has no more values. */
#define MOST_VALUES 1024

struct cpostgres_connection {
    PGconn *pg;
};

/* libpq prints notices to standard error, which is not a plugin's. */
static void ignore_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

cpostgres_connection *cpostgres_connect(const char *const *keys, const char *const *values)
{
    if (!cpostgres_load()) return NULL;
    cpostgres_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->pg = PQconnectStartParams(keys, values, 0);
    if (!connection->pg) {
        free(connection);
        return NULL;
    }
    PQsetNoticeReceiver(connection->pg, ignore_notice, NULL);
    /* The only way to the SQLSTATE of a server that lets no one in: it is a part of the message then. */
    PQsetErrorVerbosity(connection->pg, PQERRORS_VERBOSE);
    return connection;
}

void cpostgres_close(cpostgres_connection *connection)
{
    if (!connection) return;
    PQfinish(connection->pg);
    free(connection);
}

cpostgres_step cpostgres_connecting(cpostgres_connection *connection)
{
    if (PQstatus(connection->pg) == CONNECTION_BAD) return CPOSTGRES_FAILED;
    switch (PQconnectPoll(connection->pg)) {
    case PGRES_POLLING_OK: return PQsetnonblocking(connection->pg, 1) == 0 ? CPOSTGRES_DONE : CPOSTGRES_FAILED;
    case PGRES_POLLING_READING: return CPOSTGRES_READ;
    case PGRES_POLLING_WRITING: return CPOSTGRES_WRITE;
    default: return CPOSTGRES_FAILED;
    }
}

int cpostgres_descriptor(const cpostgres_connection *connection) { return PQsocket(connection->pg); }

int cpostgres_wait(const cpostgres_connection *connection, cpostgres_step step, int milliseconds)
{
    short events = step == CPOSTGRES_WRITE ? POLLIN | POLLOUT : POLLIN;
    /* While it connects, what can be read says nothing of the address that is tried. */
    if (step == CPOSTGRES_WRITE && PQstatus(connection->pg) != CONNECTION_OK) events = POLLOUT;
    struct pollfd place = {PQsocket(connection->pg), events, 0};
    /* What has no socket failed, and goes on to say so. */
    return place.fd < 0 || poll(&place, 1, milliseconds) > 0;
}

const char *cpostgres_message(const cpostgres_connection *connection) { return PQerrorMessage(connection->pg); }

int cpostgres_version(const cpostgres_connection *connection) { return PQserverVersion(connection->pg); }

int cpostgres_process(const cpostgres_connection *connection) { return PQbackendPID(connection->pg); }

int cpostgres_send(cpostgres_connection *connection, const char *statement, const cpostgres_value *values, size_t count)
{
    Oid types[MOST_VALUES];
    const char *bytes[MOST_VALUES];
    int lengths[MOST_VALUES], formats[MOST_VALUES];
    if (count > MOST_VALUES) return 0;
    for (size_t index = 0; index < count; index++) {
        types[index] = values[index].type;
        bytes[index] = values[index].bytes;
        lengths[index] = values[index].length;
        formats[index] = values[index].is_binary;
    }
    return PQsendQueryParams(connection->pg, statement, (int)count, types, bytes, lengths, formats, 1);
}

int cpostgres_send_prepare(cpostgres_connection *connection, const char *name, const char *statement)
{
    return PQsendPrepare(connection->pg, name, statement, 0, NULL);
}

int cpostgres_send_prepared(cpostgres_connection *connection, const char *name)
{
    return PQsendQueryPrepared(connection->pg, name, 0, NULL, NULL, NULL, 1);
}

int cpostgres_send_script(cpostgres_connection *connection, const char *script)
{
    return PQsendQuery(connection->pg, script);
}

cpostgres_step cpostgres_progress(cpostgres_connection *connection)
{
    int left = PQflush(connection->pg);
    if (left < 0 || !PQconsumeInput(connection->pg)) return CPOSTGRES_FAILED;
    if (left > 0) return CPOSTGRES_WRITE;
    return PQisBusy(connection->pg) ? CPOSTGRES_READ : CPOSTGRES_DONE;
}

cpostgres_result *cpostgres_take(cpostgres_connection *connection)
{
    return (cpostgres_result *)PQgetResult(connection->pg);
}

void cpostgres_free(cpostgres_result *result) { PQclear((PGresult *)result); }

const char *cpostgres_state(const cpostgres_result *result)
{
    switch (PQresultStatus((const PGresult *)result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_EMPTY_QUERY: return NULL;
    default: break;
    }
    const char *state = PQresultErrorField((const PGresult *)result, PG_DIAG_SQLSTATE);
    return state ? state : "";
}

int cpostgres_is_fatal(const cpostgres_result *result)
{
    const PGresult *pg = (const PGresult *)result;
    /* In English whatever the server speaks; a pool may have but the other. */
    const char *severity = PQresultErrorField(pg, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (!severity) severity = PQresultErrorField(pg, PG_DIAG_SEVERITY);
    return severity && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

const char *cpostgres_result_message(const cpostgres_result *result)
{
    const char *message = PQresultErrorField((const PGresult *)result, PG_DIAG_MESSAGE_PRIMARY);
    return message ? message : "";
}

size_t cpostgres_rows(const cpostgres_result *result) { return (size_t)PQntuples((const PGresult *)result); }

size_t cpostgres_columns(const cpostgres_result *result) { return (size_t)PQnfields((const PGresult *)result); }

const char *cpostgres_column_name(const cpostgres_result *result, size_t column)
{
    return PQfname((const PGresult *)result, (int)column);
}

uint32_t cpostgres_column_type(const cpostgres_result *result, size_t column)
{
    return PQftype((const PGresult *)result, (int)column);
}

const uint8_t *cpostgres_bytes(const cpostgres_result *result, size_t row, size_t column, size_t *length)
{
    const PGresult *pg = (const PGresult *)result;
    *length = (size_t)PQgetlength(pg, (int)row, (int)column);
    /* What is NULL has no bytes, and most values have some: they are not asked twice. */
    if (!*length && PQgetisnull(pg, (int)row, (int)column)) return NULL;
    return (const uint8_t *)PQgetvalue(pg, (int)row, (int)column);
}

void cpostgres_cells(const cpostgres_result *result, size_t row, cpostgres_cell *cells, size_t count)
{
    for (size_t column = 0; column < count; column++) {
        cells[column].bytes = cpostgres_bytes(result, row, column, &cells[column].length);
    }
}

int cpostgres_notified(cpostgres_connection *connection)
{
    PGnotify *notification = PQnotifies(connection->pg);
    if (!notification) return 0;
    PQfreemem(notification);
    return 1;
}
