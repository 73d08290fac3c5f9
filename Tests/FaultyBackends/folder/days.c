#define _GNU_SOURCE
#include "folder.h"

#include <stdlib.h>
#include <unistd.h>

/* The day of a photo; its time is that of its file, in UTC. */
static int64_t day_of(const photo *photo)
{
    const int64_t length = 86400000;
    int64_t day = photo->modified / length;
    if (photo->modified % length < 0 && !folder_has("ext-days-round-to-zero")) day--;
    return day;
}

/* How many from a place on were made on one day: those that follow each other, or, a fault, all of them. */
static uint64_t count_from(const photo_list *found, uint64_t first)
{
    int64_t day = day_of(&found->photos[first]);
    uint64_t count = 0;
    for (uint64_t at = first; at < found->count; at++) {
        if (day_of(&found->photos[at]) == day) {
            count++;
        } else if (!folder_has("ext-days-once-each")) {
            break;
        }
    }
    return count;
}

/* A fault: a day that was there before comes no more. */
static bool came_before(const photo_list *found, uint64_t place)
{
    for (uint64_t at = 0; at < place; at++) {
        if (day_of(&found->photos[at]) == day_of(&found->photos[place])) return true;
    }
    return false;
}

/* A fault: where a record lies, those of other calls lie, too. */
static const picker_day *share(const picker_day *day)
{
    static picker_day shared;
    shared = *day;
    usleep(300);
    return &shared;
}

static picker_status days(void *context, const picker_day_sink *sink, const picker_call *call, picker_error *error)
{
    const photo_list *found;
    library *library = folder_fetched(context, &found);
    picker_status status = folder_check(library, call, error);
    if (status == PICKER_CLOSED && folder_has("ext-days-after-shutdown")) status = PICKER_OK;
    if (status == PICKER_CANCELLED && folder_has("ext-days-ignore-cancel")) status = PICKER_OK;
    if (status != PICKER_OK) return status;
    uint64_t at = 0;
    volatile char *rest = folder_has("ext-days-leak") ? malloc(4000) : NULL;
    if (rest != NULL) rest[0] = 1;
    while (at < found->count) {
        picker_day day = {.struct_size = sizeof day, .flags = PICKER_DAY_HAS_DATE};
        day.day = day_of(&found->photos[at]);
        day.count = count_from(found, at);
        uint64_t next = folder_has("ext-days-once-each") ? at + 1 : at + day.count;
        if (folder_has("ext-days-one-too-few") && next == found->count) day.count--;
        bool is_left_out = folder_has("ext-days-once-each") && came_before(found, at);
        at = next;
        if (is_left_out) continue;
        const picker_day *record = folder_has("ext-days-share-a-record") ? share(&day) : &day;
        if (sink->emit(sink->context, record) == PICKER_STOP && !folder_has("ext-days-go-on")) return PICKER_OK;
    }
    if (folder_has("ext-days-refuse-at-the-end")) return PICKER_UNSUPPORTED;
    return PICKER_OK;
}

const picker_days_v1 folder_days = {.struct_size = sizeof folder_days, .days = days};
