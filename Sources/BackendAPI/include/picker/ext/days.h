/*
 * ext/days.h - org.picker.days/1, a draft (R6.3): how many assets of a fetch each day has, offered through
 * picker_library.get_extension. For backends that know it without reading all assets.
 */
#ifndef PICKER_EXT_DAYS_H
#define PICKER_EXT_DAYS_H

#include "../call.h"
#include "../link.h"

PICKER_C_BEGIN

/* The id of this extension. */
#define PICKER_EXT_DAYS "org.picker.days/1"

/* Flags of days. */
/* `day` is set; without it the assets have no date. */
#define PICKER_DAY_HAS_DATE 0x1u

/* Assets that follow each other in a fetch and were made on one day. The backend's, valid during emit. */
typedef struct picker_day {
    uint32_t struct_size;
    /* PICKER_DAY_HAS_DATE or 0 */
    uint32_t flags;
    const picker_link *next;
    /*
     * Days since 1970-01-01, by the clock of the place where the assets were made, or in UTC where their records have no
     * offset.
     */
    int64_t day;
    /* How many follow each other; at least 1. */
    uint64_t count;
} picker_day;

/* Takes days. */
typedef struct picker_day_sink {
    uint32_t struct_size;
    uint32_t reserved;
    void *context;
    /* Thread: [call-thread]. */
    picker_flow (*emit)(void *context, const picker_day *day);
} picker_day_sink;

/* The function takes the fetch's context: that of a fetch which the same library began. */
typedef struct picker_days_v1 {
    uint32_t struct_size;
    uint32_t reserved;
    /*
     * Emits the days of all assets of a fetch, in the order of the fetch: what reading it from its first asset to its last
     * gives, at the time that the fetch is of.
     * Ownership: records are the backend's, valid during emit. State: until release of the fetch. Thread: [worker-thread].
     * Returns: PICKER_OK, PICKER_UNSUPPORTED (of this fetch only reading tells; nothing was emitted), PICKER_CHANGED,
     * PICKER_CANCELLED, PICKER_DEADLINE, PICKER_CLOSED, PICKER_IO.
     */
    picker_status (*days)(void *context, const picker_day_sink *sink, const picker_call *call, picker_error *error);
} picker_days_v1;

PICKER_C_END

#endif
