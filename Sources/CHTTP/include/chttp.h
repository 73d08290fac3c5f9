/*
 * chttp.h - HTTP transfers over libcurl without callbacks: the caller adds transfers to a lane, steps the lane, and looks
 * at what came. libcurl's variadic options cannot be called from Swift, and its callbacks must not throw.
 *
 * A lane and its transfers belong to one thread at a time.
 */
#ifndef CHTTP_H
#define CHTTP_H

#include <stddef.h>
#include <stdint.h>

/* Connections that stay open between transfers, and the transfers under way. */
typedef struct chttp_lane {
    void *multi;
} chttp_lane;

/* Which addresses a transfer may connect to. */
typedef enum chttp_reach {
    CHTTP_REACH_ALL = 0,
    /* Those of the public network. */
    CHTTP_REACH_PUBLIC,
    /* Those too of this machine and of private networks; not those of the link, which no one names for good reasons. */
    CHTTP_REACH_NEAR
} chttp_reach;

/* One request and its answer. */
typedef struct chttp_transfer chttp_transfer;

/* How a transfer ended. */
typedef enum chttp_end {
    /* It has not. */
    CHTTP_RUNNING = 0,
    /* The whole answer came, or as much of it as was asked for. */
    CHTTP_COMPLETE,
    /* The answer is larger than its limit. */
    CHTTP_TOO_LARGE,
    /* No address is known for the host. */
    CHTTP_NOT_RESOLVED,
    /* No connection came about. */
    CHTTP_NOT_CONNECTED,
    /* Nothing came for too long. */
    CHTTP_TIMED_OUT,
    /* The host could not prove that it is the host. */
    CHTTP_NOT_TRUSTED,
    /* The file of trusted certificates cannot be used. */
    CHTTP_BAD_CERTIFICATES,
    /* The connection was cut before the answer was complete. */
    CHTTP_CUT_OFF,
    /* What came is not HTTP. */
    CHTTP_NOT_HTTP,
    /* Memory ran out. */
    CHTTP_NO_MEMORY,
    /* Anything else. */
    CHTTP_FAILED
} chttp_end;

/* False when libcurl, which is loaded now if it was not, cannot be used. */
int chttp_lane_open(chttp_lane *lane);
void chttp_lane_close(chttp_lane *lane);
/* How many connections the lane may have, and how many stay open when nothing is under way. */
void chttp_lane_limit(chttp_lane *lane, long connections, long idle);

/* NULL when memory ran out. All text is copied. */
chttp_transfer *chttp_transfer_new(const char *method, const char *url);
void chttp_transfer_free(chttp_transfer *transfer);
/* "name: value" */
int chttp_transfer_header(chttp_transfer *transfer, const char *line);
/* A body that is there already; copied. */
int chttp_transfer_body(chttp_transfer *transfer, const void *bytes, size_t length);
/* A body that is fed while it is sent; -1: its length is not known yet. */
void chttp_transfer_stream(chttp_transfer *transfer, int64_t length);
/* A file of certificates to trust instead of those of the system. */
void chttp_transfer_trust(chttp_transfer *transfer, const char *path);
/* Takes compressed answers. */
void chttp_transfer_compress(chttp_transfer *transfer);
/* More than so many bytes are an error. */
void chttp_transfer_limit(chttp_transfer *transfer, uint64_t most);
/* Ends the transfer well when so many bytes came; of an answer that is the whole and not the part, drops some first. */
void chttp_transfer_part(chttp_transfer *transfer, uint64_t offset, uint64_t count);
/* Whether an address that a URL has in place of a name, four numbers or one of IPv6 in brackets, is within the reach; -1: it is none. */
int chttp_literal_reaches(chttp_reach reach, const char *host);
/* Other addresses are not connected to, whatever names they have. */
void chttp_transfer_reach(chttp_transfer *transfer, chttp_reach reach);
/* Milliseconds for a connection to come about, and seconds in which at least a byte has to come or go. */
void chttp_transfer_patience(chttp_transfer *transfer, long connect_milliseconds, long stall_seconds);

/* False when libcurl refuses it. */
int chttp_lane_add(chttp_lane *lane, chttp_transfer *transfer);
/* Ends a transfer that is not wanted any more, and closes its connection. */
void chttp_lane_remove(chttp_lane *lane, chttp_transfer *transfer);
/* Does what can be done, and waits for more at most so long. */
void chttp_lane_step(chttp_lane *lane, int milliseconds);

/* Whether the body that is fed has nothing left to send. */
int chttp_transfer_is_hungry(const chttp_transfer *transfer);
/* The next bytes of that body; none: it is complete. False when memory ran out. */
int chttp_transfer_feed(chttp_transfer *transfer, const void *bytes, size_t length);

chttp_end chttp_transfer_ended(const chttp_transfer *transfer);
/* One line of libcurl about what went wrong; never NULL. */
const char *chttp_transfer_problem(const chttp_transfer *transfer);
/* Whether an address was refused because it is out of reach. */
int chttp_transfer_was_out_of_reach(const chttp_transfer *transfer);
/* 0: there was no answer, or its head is not complete yet. */
long chttp_transfer_status(const chttp_transfer *transfer);
/* The lines of the answer's head, as they came. */
const char *chttp_transfer_head(const chttp_transfer *transfer, size_t *length);
const uint8_t *chttp_transfer_bytes(const chttp_transfer *transfer, size_t *length);

#endif
