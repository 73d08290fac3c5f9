/*
 * cpostgres.h - connections to PostgreSQL over libpq that never block: the caller steps them, and waits at their descriptor.
 * libpq is loaded when the first connection is begun, so that programs and machines that have no such library do without it.
 *
 * A connection belongs to one thread at a time. A result, once it was taken, is never changed: any threads may read it.
 */
#ifndef CPOSTGRES_H
#define CPOSTGRES_H

#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;

/* What a step found. */
typedef enum cpostgres_step {
    CPOSTGRES_DONE = 0,
    /* Come back when there is something to read. */
    CPOSTGRES_READ,
    /* Come back when there is room to write, or something to read. */
    CPOSTGRES_WRITE,
    /* The connection is of no use any more. */
    CPOSTGRES_FAILED
} cpostgres_step;

/* One value that a statement is given; bytes NULL: NULL. */
typedef struct cpostgres_value {
    /* The number of its type in PostgreSQL. */
    uint32_t type;
    /* Whether the bytes are the binary form; if not, they are text, which ends with a NUL that `length` does not count. */
    int32_t is_binary;
    const char *bytes;
    int32_t length;
} cpostgres_value;

/* False when there is no libpq, or one that lacks something. */
int cpostgres_load(void);

/* Begins to connect. Keys and values as in a connection string, ended by NULL. NULL without memory or library. */
cpostgres_connection *cpostgres_connect(const char *const *keys, const char *const *values);
void cpostgres_close(cpostgres_connection *connection);

/* What connecting waits for; CPOSTGRES_WRITE before the first call. */
cpostgres_step cpostgres_connecting(cpostgres_connection *connection);
/* -1: there is none now. */
int cpostgres_descriptor(const cpostgres_connection *connection);
/* Waits at most this many milliseconds for what a step named, and answers whether it is there. While it connects, the next step must
   not be taken before: libpq would wait for the socket itself, and for as long as the network takes to give up. */
int cpostgres_wait(const cpostgres_connection *connection, cpostgres_step step, int milliseconds);
/* What the server or libpq said last, valid until the next call. What a server says that lets no one in has its SQLSTATE:
   "FATAL:  28P01: password authentication failed". */
const char *cpostgres_message(const cpostgres_connection *connection);
/* The number of the server's version: 150003. */
int cpostgres_version(const cpostgres_connection *connection);

/* The number of the server's process, as who answered said it: a pooler between says another one. */
int cpostgres_process(const cpostgres_connection *connection);

/* Sends a statement; its results come in the binary form. 0: it could not be sent. */
int cpostgres_send(cpostgres_connection *connection, const char *statement, const cpostgres_value *values,
                   size_t count);
/* Has the server parse a statement without values and keep it by a name, until the connection is closed. 0: it could not be sent. */
int cpostgres_send_prepare(cpostgres_connection *connection, const char *name, const char *statement);
/* Sends the name of what was prepared; its results come in the binary form. 0: it could not be sent. */
int cpostgres_send_prepared(cpostgres_connection *connection, const char *name);
/* Sends statements without values, with ";" between them; no result has rows that are of use. 0: they could not be sent. */
int cpostgres_send_script(cpostgres_connection *connection, const char *script);
/* Takes in what came, and sends what is left to send. DONE: the next result, or the end, can be taken without waiting. */
cpostgres_step cpostgres_progress(cpostgres_connection *connection);
/* The next result; NULL: there is no more of this statement. */
cpostgres_result *cpostgres_take(cpostgres_connection *connection);
void cpostgres_free(cpostgres_result *result);

/* The five characters of SQLSTATE; NULL: the statement succeeded; "" when it failed without one. */
const char *cpostgres_state(const cpostgres_result *result);
/* Whether the server ends the connection with it. */
int cpostgres_is_fatal(const cpostgres_result *result);
const char *cpostgres_result_message(const cpostgres_result *result);
size_t cpostgres_rows(const cpostgres_result *result);
size_t cpostgres_columns(const cpostgres_result *result);
const char *cpostgres_column_name(const cpostgres_result *result, size_t column);
/* What PostgreSQL calls the type of a column, by number (pg_type.oid). */
uint32_t cpostgres_column_type(const cpostgres_result *result, size_t column);
/* The bytes of a value, valid until the result is freed; NULL: NULL. */
const uint8_t *cpostgres_bytes(const cpostgres_result *result, size_t row, size_t column, size_t *length);

/* A value of a row, valid until the result is freed; bytes NULL: NULL. */
typedef struct cpostgres_cell {
    const uint8_t *bytes;
    size_t length;
} cpostgres_cell;

/* The first values of a row, as many as `count`: for who reads all of them, the sooner way. */
void cpostgres_cells(const cpostgres_result *result, size_t row, cpostgres_cell *cells, size_t count);

/* Takes a notification that came, if there is one: 1 and no more. */
int cpostgres_notified(cpostgres_connection *connection);

#pragma GCC visibility pop

#endif
