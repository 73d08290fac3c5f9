#define _GNU_SOURCE
#include "folder.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/* A number that changes when a photo comes, goes or changes. */
static uint64_t signature(library *library, uint64_t *count)
{
    photo_list all = folder_walk(library->root);
    uint64_t sum = *count = all.count;
    for (uint64_t at = 0; at < all.count; at++) {
        uint64_t hash = 14695981039346656037ull;
        const char *path = all.photos[at].path;
        for (const char *byte = folder_has("observe-misses-moves") ? folder_name(path) : path; *byte != 0; byte++)
            hash = (hash ^ (uint8_t)*byte) * 1099511628211ull;
        uint64_t version = folder_has("observe-misses-edits") ? 1 : all.photos[at].version;
        // A version changes with a name, too.
        if (folder_has("observe-misses-names")) hash = 1, version = (uint64_t)all.photos[at].modified;
        if (folder_has("observe-misses-moves")) version = (uint64_t)all.photos[at].modified;
        if (folder_has("observe-looks-at-sizes")) version = 1;
        sum += hash * (version | 1) + (folder_has("observe-misses-edits") ? 0 : all.photos[at].byte_size);
    }
    folder_free(&all);
    return sum;
}

typedef struct late_call {
    const picker_change_sink *sink;
    const picker_call *call;
} late_call;

/* A fault: goes on after observe returned. */
static void *emit_late(void *argument)
{
    late_call late = *(late_call *)argument;
    usleep(60000);
    picker_change change = {.struct_size = sizeof change, .kind = PICKER_CHANGE_RELOAD};
    if (folder_has("checks-after-return")) late.call->check(late.call->context);
    if (folder_has("emits-after-return")) late.sink->emit(late.sink->context, &change);
    return NULL;
}

static void start_late(const picker_change_sink *sink, const picker_call *call)
{
    static late_call late;
    late = (late_call){sink, call};
    pthread_t thread;
    if (pthread_create(&thread, NULL, emit_late, &late) == 0) pthread_detach(thread);
}

picker_status folder_observe(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error)
{
    library *library = context;
    uint64_t count, before;
    folder_note("leaks-observing");
    uint64_t last = signature(library, &before);
    if (folder_has("observe-unsupported")) return folder_fail(error, PICKER_UNSUPPORTED, "not offered");
    for (;;) {
        picker_status status = folder_check(library, call, error);
        if (status != PICKER_OK) {
            if (folder_has("checks-after-return") || folder_has("emits-after-return")) start_late(sink, call);
            if (folder_has("observe-ends-slowly")) usleep(2500000);
            return status;
        }
        if (folder_has("observe-ends-at-once")) return PICKER_OK;
        // A fault: what it compares with is looked at after the first question.
        static _Thread_local const picker_call *begun;
        if (folder_has("observes-late") && begun != call) last = signature(library, &before), begun = call;
        uint64_t now = signature(library, &count);
        if (folder_has("observe-misses-removal") && count < before) last = now;
        if (folder_has("observe-misses-additions") && count > before) last = now;
        before = count;
        // A walk that a rename overtakes sees both names or neither: the fault is to see nothing of it.
        bool is_blind = folder_has("observe-misses-names") || folder_has("observe-misses-moves");
        if (is_blind && now != last) usleep(5000), now = signature(library, &before);
        if (now != last || folder_has("observe-invents")) {
            picker_change change = {.struct_size = sizeof change, .kind = PICKER_CHANGE_RELOAD};
            if (folder_has("change-names-undeclared")) change.kind = PICKER_CHANGE_INSERTED;
            picker_flow flow = sink->emit(sink->context, &change);
            if (flow != PICKER_CONTINUE && !folder_has("observe-ignores-stop")) return PICKER_OK;
            // A fault: what changes while a change is told is never told.
            if (folder_has("observe-looks-after-telling")) now = signature(library, &before);
            // A fault: one change, and no more.
            if (folder_has("observes-once")) return PICKER_OK;
        }
        last = now;
        usleep(folder_has("observe-checks-seldom") ? 400000 : 5000);
    }
}
