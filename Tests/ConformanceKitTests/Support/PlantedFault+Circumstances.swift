extension PlantedFault {
    /// Bugs that show in one circumstance alone: at the second call, for the last page, when something is empty, odd or cancelled.
    static let circumstances = asked + answered + lived

    private static let asked: [PlantedFault] = [
        PlantedFault(
            "calls-of-its-own-size", "negotiation.long-requests", .example,
            (
                "library.c",
                "    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);",
                "    if (call != NULL && call->struct_size != sizeof *call) {\n"
                    + "        return abi_fail(error, PICKER_INVALID_ARGUMENT, \"a call of another size\");\n"
                    + "    }\n    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);"
            )),
        PlantedFault(
            "sinks-of-its-own-size", "negotiation.long-requests", .example,
            (
                "fetch.c",
                "    if (status != PICKER_OK || offset >= result->count) return status;",
                "    if (status == PICKER_OK && sink->struct_size != sizeof *sink) return "
                    + "PICKER_INVALID_ARGUMENT;\n"
                    + "    if (status != PICKER_OK || offset >= result->count) return status;"
            )),
        PlantedFault(
            "first-links-unseen", "negotiation.critical-links", .example,
            (
                "abi.c",
                "    if (picker_links_may_be_ignored(first)) return PICKER_OK;",
                "    if (first == NULL || picker_links_may_be_ignored(first->next)) return PICKER_OK;"
            )),
        PlantedFault(
            "critical-and-nothing-else", "negotiation.critical-links", .example,
            (
                "abi.c",
                "    if (picker_links_may_be_ignored(first)) return PICKER_OK;",
                "    uint32_t links = 0;\n    const picker_link *link = first;\n"
                    + "    while (link != NULL && link->flags != PICKER_LINK_CRITICAL && ++links <= "
                    + "PICKER_LINK_LIMIT) link = link->next;\n    if (link == NULL) return PICKER_OK;"
            )),
        PlantedFault(
            "one-link-too-many", "negotiation.ring-of-links", .example,
            (
                "abi.c",
                "    if (picker_links_may_be_ignored(first)) return PICKER_OK;",
                "    uint32_t links = 0;\n    const picker_link *link = first;\n"
                    + "    while (link != NULL && (link->flags & PICKER_LINK_CRITICAL) == 0 && ++links <= "
                    + "PICKER_LINK_LIMIT + 1) link = link->next;\n    if (link == NULL) return PICKER_OK;"
            )),
        PlantedFault(
            "media-of-some-bits", "negotiation.unknown-condition", .example,
            (
                "fetch.c",
                "    if ((query->media_types & ~known) != 0)",
                "    if ((query->media_types & ~known & 0x80001FF0u) != 0)"
            )),
        PlantedFault(
            "keys-of-8-bits", "errors.unknown-sort", .folder,
            (
                "select.c",
                "        if ((query->sort[key] & ~PICKER_SORT_DESCENDING) > PICKER_SORT_BYTE_SIZE) {",
                "        if ((query->sort[key] & 0xFF) > PICKER_SORT_BYTE_SIZE) {"
            )),
        PlantedFault(
            "settings-past-the-end", "negotiation.short-open-request", .example,
            (
                "backend.c",
                "    abi_take(&asked, sizeof asked, request);",
                "    abi_take(&asked, sizeof asked, request);\n"
                    + "    if (request->setting_count > 0 && request->setting_keys[0].length == 0) return "
                    + "PICKER_INVALID_ARGUMENT;"
            )),
        PlantedFault(
            "look-ups-in-vain-come-again", "errors.everywhere", .example,
            (
                "fetch.c",
                "    return abi_fail(error, PICKER_NOT_FOUND, \"no such photo in this fetch\");",
                "    error->retry_after = 1000;\n"
                    + "    return abi_fail(error, PICKER_NOT_FOUND, \"no such photo in this fetch\");"
            )),
        PlantedFault(
            "stops-at-the-start-alone", "fetch.stop", .example,
            (
                "fetch.c",
                "        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) break;",
                "        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE && first == 0) break;"
            )),
        PlantedFault(
            "few-found-begin-later", "fetch.any-query", .folder,
            (
                "fetch.c",
                "    if (folder_has(\"windows-of-256\") && length > 256) length = 256;",
                "    if (count < 10 && offset > 0) offset += 1;\n"
                    + "    if (folder_has(\"windows-of-256\") && length > 256) length = 256;"
            )),
        PlantedFault(
            "named-photos-are-not-sorted", "fetch.any-query", .folder,
            (
                "select.c",
                "    if (status == PICKER_OK) sort(found, &query);",
                "    if (status == PICKER_OK && request->scope != PICKER_SCOPE_IDENTIFIERS) sort(found, "
                    + "&query);"
            )),
    ]

    private static let answered: [PlantedFault] = [
        PlantedFault(
            "albums-in-ascii-alone", "library.camera-roll", .example,
            (
                "fetch.c",
                "    select_album(result, album);\n    return PICKER_OK;",
                "    select_album(result, album);\n    uint64_t kept = 0;\n"
                    + "    for (uint64_t at = 0; at < result->count; at++) {\n"
                    + "        if ((result->photos[at]->path[0] & 0x80) == 0) result->photos[kept++] = "
                    + "result->photos[at];\n    }\n    result->count = kept;\n    return PICKER_OK;"
            )),
        PlantedFault(
            "no-dates-before-1970", "library.times", .example,
            (
                "jpeg.c",
                "parts.tm_year < 1800",
                "parts.tm_year < 1970"
            )),
        PlantedFault(
            "odd-frames-are-not-final", "images.final-frame", .example,
            (
                "image.c",
                "        .flags = PICKER_FRAME_FINAL |",
                "        .flags = (drawing->width % 2 == 0 ? PICKER_FRAME_FINAL : 0) |"
            )),
        PlantedFault(
            "quick-crops-come-twice", "images.fast", .folder,
            (
                "image.c",
                "    bool is_quick = request->delivery_mode == PICKER_DELIVERY_OPPORTUNISTIC;",
                "    bool is_quick = request->delivery_mode == PICKER_DELIVERY_OPPORTUNISTIC;\n"
                    + "    is_quick |= request->delivery_mode == PICKER_DELIVERY_FAST && request->crop.width "
                    + "!= 0;"
            )),
        PlantedFault(
            "no-limits-in-fast-delivery", "images.limits", .example,
            (
                "image.c",
                "    if (job->photo->size > most)",
                "    if (job->photo->size > most && job->request.delivery_mode != PICKER_DELIVERY_FAST)"
            )),
        PlantedFault(
            "cancelled-after-the-final-frame", "faults.cancelled-everywhere", .example,
            (
                "image.c",
                "    if (status == PICKER_OK) emit(&drawing, &picture, sink);",
                "    if (status == PICKER_OK) emit(&drawing, &picture, sink);\n"
                    + "    if (status == PICKER_OK) status = check(job);"
            )),
        PlantedFault(
            "observes-for-a-while", "cancellation.observe-asks", .folder,
            (
                "observe.c",
                "        last = now;\n",
                "        last = now;\n        static _Thread_local unsigned looks;\n"
                    + "        if (++looks > 100) return looks = 0, PICKER_OK;\n"
            )),
        PlantedFault(
            "one-stop-for-all-observers", "changes.observers", .folder,
            (
                "observe.c",
                "#include <unistd.h>",
                "#include <unistd.h>\n\nstatic atomic_bool has_stopped;"
            ),
            (
                "observe.c",
                "        if (now != last || folder_has(\"observe-invents\")) {",
                "        if ((now != last || folder_has(\"observe-invents\")) && "
                    + "!atomic_load(&has_stopped)) {"
            ),
            (
                "observe.c",
                "            if (flow != PICKER_CONTINUE && !folder_has(\"observe-ignores-stop\")) return "
                    + "PICKER_OK;",
                "            if (flow != PICKER_CONTINUE && !folder_has(\"observe-ignores-stop\")) return "
                    + "atomic_store(&has_stopped, true), PICKER_OK;"
            )),
        PlantedFault(
            "first-photos-are-not-told", "changes.from-the-first", .folder,
            (
                "observe.c",
                "        before = count;\n",
                "        if (before == 0) last = now;\n        before = count;\n"
            )),
        PlantedFault(
            "frames-come-late", "cancellation.silence", .example,
            (
                "image.c",
                "#include <unistd.h>",
                "#include <unistd.h>\n#include <pthread.h>\n\nstatic const picker_frame_sink *late_sink;\n"
                    + "static picker_frame late_frame;\n\nstatic void *emit_late(void *argument)\n{\n"
                    + "    usleep(60000);\n    late_sink->emit(late_sink->context, &late_frame);\n"
                    + "    return argument;\n}"
            ),
            (
                "image.c",
                "    sink->emit(sink->context, &frame);\n}",
                "    sink->emit(sink->context, &frame);\n    late_sink = sink;\n    late_frame = frame;\n"
                    + "    pthread_t thread;\n"
                    + "    if (pthread_create(&thread, NULL, emit_late, NULL) == 0) pthread_detach(thread);\n}"
            )),
    ]

    private static let lived: [PlantedFault] = [
        PlantedFault(
            "requires-a-network-later", "lifecycle.info-stays", .example,
            (
                "backend.c",
                "    static const picker_string formats[] = {{\"public.jpeg\", 11}};",
                "    static const picker_string formats[] = {{\"public.jpeg\", 11}};\n"
                    + "    static int calls;\n    calls++;"
            ),
            (
                "backend.c",
                "        .priority = 10,",
                "        .priority = 10,\n        .required = calls > 2 ? PICKER_REQUIRES_NETWORK : 0,"
            )),
        PlantedFault(
            "newest-backend-serves-all", "lifecycle.entry-again", .example,
            (
                "backend.c",
                "static void destroy(void *context) { free(context); }",
                "int is_newest_gone;\nstatic void *newest;\n\nstatic void destroy(void *context)\n{\n"
                    + "    if (context == newest) is_newest_gone = 1;\n    free(context);\n}"
            ),
            (
                "backend.c",
                "    made->host = request->host;",
                "    made->host = request->host;\n    newest = made;\n    is_newest_gone = 0;"
            ),
            (
                "library.c",
                "    if (atomic_load(&library->is_shutting_down)) {",
                "    extern int is_newest_gone;\n"
                    + "    if (atomic_load(&library->is_shutting_down) || is_newest_gone) {"
            )),
        PlantedFault(
            "windows-of-nothing-underflow", "lifecycle.open-empty", .example,
            (
                "fetch.c",
                "    if (status != PICKER_OK || offset >= result->count) return status;",
                "    if (status != PICKER_OK || offset > result->count - 1) return status;"
            )),
        PlantedFault(
            "drawing-goes-on-when-closed", "lifecycle.shutdown-ends-calls", .example,
            (
                "image.c",
                "    return library_check(job->library, job->call, job->error);",
                "    picker_status status = job->call->check(job->call->context);\n"
                    + "    return status == PICKER_OK ? PICKER_OK : abi_fail(job->error, status, \"ended "
                    + "early\");"
            ),
            (
                "image.c",
                "    picker_status status = check(&job);",
                "    picker_status status = library_check(job.library, call, error);"
            )),
        PlantedFault(
            "one-end-for-all-images", "threads.ended-beside-others", .example,
            (
                "image.c",
                "    return library_check(job->library, job->call, job->error);",
                "    static _Atomic picker_status ended;\n"
                    + "    picker_status status = library_check(job->library, job->call, job->error), others = "
                    + "ended;\n"
                    + "    if (status == PICKER_OK && others != PICKER_OK) return abi_fail(job->error, others, "
                    + "\"ended early\");\n    if (status == PICKER_OK) return status;\n    ended = status;\n"
                    + "    usleep(500);\n    ended = PICKER_OK;\n    return status;"
            )),
        PlantedFault(
            "made-its-cache-once", "lifecycle.emptied-cache", .example,
            (
                "backend.c",
                "#include <string.h>",
                "#include <string.h>\n#include <stdio.h>"
            ),
            (
                "backend.c",
                "    abi_take(&asked, sizeof asked, request);",
                "    abi_take(&asked, sizeof asked, request);\n    static bool is_made;\n"
                    + "    char folder[5000];\n    struct stat about;\n"
                    + "    bool has_cache = asked.cache_directory.data != NULL;\n"
                    + "    snprintf(folder, sizeof folder, \"%.*s/small\", (int)asked.cache_directory.length, "
                    + "(const char *)asked.cache_directory.data);\n"
                    + "    if (has_cache && !is_made) is_made = mkdir(folder, 0700) == 0;\n"
                    + "    if (has_cache && stat(folder, &about) != 0) return abi_fail(error, PICKER_IO, \"the "
                    + "cache is gone\");"
            )),
        PlantedFault(
            "prints-what-is-cancelled", "guest.silent", .example,
            (
                "image.c",
                "#include <unistd.h>",
                "#include <unistd.h>\n#include <stdio.h>"
            ),
            (
                "image.c",
                "            free(drawing->samples);\n            return status;",
                "            free(drawing->samples);\n            fputs(\"cancelled\\n\", stderr);\n"
                    + "            return status;"
            )),
        PlantedFault(
            "crops-outside-block-signals", "guest.thread-state", .example,
            (
                "image.c",
                "#include <unistd.h>",
                "#include <unistd.h>\n#include <signal.h>"
            ),
            (
                "image.c",
                "        return abi_fail(job->error, PICKER_INVALID_ARGUMENT, \"the crop lies outside of "
                    + "the picture\");",
                "        sigset_t all;\n        sigfillset(&all);\n"
                    + "        pthread_sigmask(SIG_BLOCK, &all, NULL);\n"
                    + "        return abi_fail(job->error, PICKER_INVALID_ARGUMENT, \"the crop lies outside of "
                    + "the picture\");"
            )),
    ]
}
