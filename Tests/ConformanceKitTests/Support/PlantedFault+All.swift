extension PlantedFault {
    static let all: [PlantedFault] = images + errors + others + subtle + circumstances + reported + shaped + told

    private static let images = [
        PlantedFault(
            "less-without-the-network", "data.without-network", .example,
            (
                "image.c", "    if (status == PICKER_OK) emit(&drawing, &picture, sink);",
                "    if ((job->request.flags & PICKER_REQUEST_ALLOW_NETWORK) == 0) picture.is_incomplete = true;\n"
                    + "    if (status == PICKER_OK) emit(&drawing, &picture, sink);"
            )),
        PlantedFault(
            "frames-share-their-colors", "images.pixels-stay", .example,
            (
                "image.c", "    sink->emit(sink->context, &frame);\n}\n",
                """
                    static uint8_t shared[2][1 << 18];
                    uint64_t columns = (frame.width + 3) / 4, size = (uint64_t)frame.width * frame.height;
                    uint8_t *light = calloc(1, size);
                    for (uint64_t at = 0; light != NULL && at < size; at++) {
                        uint64_t x = at % frame.width, y = at / frame.width, place = y / 4 * columns + x / 4;
                        const uint8_t *p = drawing->samples + at * 3;
                        light[at] = (uint8_t)(0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2] + 0.5);
                        if (x % 4 != 0 || y % 4 != 0 || place >= sizeof shared[0]) continue;
                        shared[0][place] = (uint8_t)(128.5 - 0.168736 * p[0] - 0.331264 * p[1] + 0.5 * p[2]);
                        shared[1][place] = (uint8_t)(128.5 + 0.5 * p[0] - 0.418688 * p[1] - 0.081312 * p[2]);
                    }
                    free(drawing->samples);
                    frame.format = PICKER_FORMAT_YCBCR8;
                    frame.chroma_shift_x = frame.chroma_shift_y = 2;
                    frame.plane[0] = light, frame.plane[1] = shared[0], frame.plane[2] = shared[1];
                    frame.stride[0] = frame.width, frame.stride[1] = frame.stride[2] = columns;
                    frame.release_context = light;
                    sink->emit(sink->context, &frame);
                }

                """
            )),
        PlantedFault(
            "quick-frames-in-any-format", "images.accepted-formats", .folder,
            (
                "image.c", "if (!takes_rgb && !folder_has",
                "if (!takes_rgb && request->delivery_mode != PICKER_DELIVERY_OPPORTUNISTIC && !folder_has"
            )),
        PlantedFault(
            "unused-planes", "images.frames-make-sense", .example,
            ("image.c", ".plane = {drawing->samples},", ".plane = {drawing->samples, drawing->samples},")),
        PlantedFault(
            "frames-lead-nowhere", "library.links", .example,
            (
                "image.c", "        .struct_size = sizeof frame,",
                "        .struct_size = sizeof frame,\n        .next = (const picker_link *)16,"
            )),
    ]

    private static let errors = [
        PlantedFault(
            "albums-hold-the-top", "errors.unknown-parent", .folder,
            ("library.c", "if (parent.data != NULL) {", "if (parent.data != NULL && parent.data[0] != 'c') {")),
        PlantedFault(
            "kinds-of-identifiers-are-alike", "errors.unknown-asset", .example,
            (
                "catalog.c", "return strcmp(key, (*(const photo *const *)element)->identifier);",
                "return strcmp((const char *)key + 1, (*(const photo *const *)element)->identifier + 1);"
            )),
        PlantedFault(
            "reads-clear-the-message", "errors.message-capacity", .example,
            (
                "library.c", "    if (request->representation != 0) return",
                "    if (request->representation != 0) error->message[0] = 0;\n"
                    + "    if (request->representation != 0) return"
            )),
        PlantedFault(
            "albums-are-cut-in-a-letter", "errors.message-capacity", .example,
            ("fetch.c", "\"no such album\"", "\"\\xC3\\xA9\\xC3\\xA9\\xC3\\xA9\\xC3\\xA9\\xC3\\xA9\"")),
        PlantedFault(
            "errno-behind-the-end", "errors.left-alone", .example,
            (
                "library.c", "    if (status == PICKER_OK) status = content_check(file, photo, error);\n    close",
                "    if (status == PICKER_OK) status = content_check(file, photo, error);\n"
                    + "    if (request->offset > photo->size) error->system_errno = 22;\n    close"
            )),
        PlantedFault(
            "info-is-not-zeroed", "library.info", .example,
            (
                "library.c", "picker_library_info answer = {.struct_size = sizeof answer}",
                "picker_library_info answer = {.struct_size = sizeof answer, .reserved = 9}"
            )),
    ]

    private static let others = [
        PlantedFault(
            "formats-are-nowhere", "static.info-texts", .example,
            (
                "backend.c", "        .formats = formats,\n",
                "        .formats = formats[0].length > 0 ? NULL : formats,\n"
            )),
        PlantedFault(
            "keywords-are-nowhere", "library.texts", .folder,
            ("records.c", "        .keywords = &record->keyword,\n", "")),
        PlantedFault(
            "assets-have-a-critical-link", "library.links", .example,
            (
                "fetch.c", "    bool is_dated = photo->taken != NO_DATE;",
                "    bool is_dated = photo->taken != NO_DATE;\n    static const picker_link link = {\n"
                    + "        .struct_size = sizeof link, .flags = PICKER_LINK_CRITICAL, .id = {\"example.org/x/1\", 15}};"
            ),
            (
                "fetch.c", "        .struct_size = sizeof(picker_asset),",
                "        .struct_size = sizeof(picker_asset),\n        .next = &link,"
            )),
        PlantedFault(
            "shutdown-waits-for-windows", "lifecycle.shutdown-at-once", .example,
            (
                "archives.h", "    atomic_bool is_shutting_down;",
                "    atomic_bool is_shutting_down;\n    atomic_int windows;"
            ),
            (
                "fetch.c", "    return emit(result, offset, length < left ? length : left, sink, call, error);",
                "    atomic_int *windows = &((library *)result->library)->windows;\n"
                    + "    atomic_fetch_add(windows, 1);\n"
                    + "    status = emit(result, offset, length < left ? length : left, sink, call, error);\n"
                    + "    atomic_fetch_sub(windows, 1);\n    return status;"
            ),
            (
                "library.c", "    atomic_store(&library->is_shutting_down, true);",
                "    atomic_store(&library->is_shutting_down, true);\n"
                    + "    while (atomic_load(&library->windows) > 0) usleep(1000);"
            )),
        PlantedFault(
            "deadline-is-a-time-of-day", "cancellation.deadline-to-come", .example,
            (
                "library.c", "    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);",
                "    struct timespec now;\n    clock_gettime(CLOCK_REALTIME, &now);\n"
                    + "    uint64_t time = (uint64_t)now.tv_sec * 1000000000u;\n"
                    + "    bool is_late = call != NULL && call->deadline != 0 && call->deadline < time;\n"
                    + "    if (is_late) return abi_fail(error, PICKER_DEADLINE, \"late\");\n"
                    + "    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);"
            ), ("library.c", "#include <string.h>", "#include <string.h>\n#include <time.h>")),
        PlantedFault(
            "leaks-extensions-asked-of-it", "resources.leaks-starts", .example,
            (
                "backend.c", "    (void)context, (void)id;\n    return NULL;",
                "    (void)context, (void)id;\n    volatile char *rest = malloc(1000);\n"
                    + "    if (rest != NULL) rest[0] = 1;\n    return NULL;"
            )),
        PlantedFault(
            "logs-what-it-lists", "guest.logs", .example,
            (
                "walk.c", "    found->album = (uint64_t)*album - 1;",
                "    found->album = (uint64_t)*album - 1;\n    const picker_host *host = walk->library->host;\n"
                    + "    if (abi_utf8(path) == NULL) host->log(host->context, PICKER_LOG_INFO, abi_text(path));"
            )),
        PlantedFault(
            "observes-what-it-says-it-lacks", "library.info", .folder,
            (
                "records.c",
                "    if (folder_has(\"misses-what-it-serves\")) answer.missing_capabilities = "
                    + "PICKER_CAPABILITY_SORT_FILENAME;",
                "    answer.missing_capabilities = PICKER_CAPABILITY_OBSERVE;"
            )),
        PlantedFault(
            "lacks-one-order-and-has-another-wrong", "fetch.sort", .folder,
            (
                "records.c",
                "    if (folder_has(\"misses-what-it-serves\")) answer.missing_capabilities = "
                    + "PICKER_CAPABILITY_SORT_FILENAME;",
                "    answer.missing_capabilities = PICKER_CAPABILITY_SORT_FILENAME;"
            ),
            (
                "select.c", "    if (!is_known(&query)) return",
                """
                    bool is_by_name = (query.sort[0] & ~PICKER_SORT_DESCENDING) == PICKER_SORT_FILENAME;
                    if (is_by_name) return folder_fail(error, PICKER_UNSUPPORTED, "not by name");
                    if (!is_known(&query)) return
                """
            ),
            (
                "select.c", "    case PICKER_SORT_BYTE_SIZE: return (left->byte_size > right->byte_size)",
                "    case PICKER_SORT_BYTE_SIZE: return 1 - (left->byte_size > right->byte_size)"
            )),
        PlantedFault(
            "fetches-what-it-does-not-count", "library.info", .folder,
            (
                "records.c",
                "    if (folder_has(\"misses-what-it-serves\")) answer.missing_capabilities = "
                    + "PICKER_CAPABILITY_SORT_FILENAME;",
                "    answer.missing_capabilities = PICKER_CAPABILITY_SORT_FILENAME;"
            ),
            (
                "fetch.c", "    status = folder_select(context, &asked, &found, error);",
                "    bool is_by_name = asked.query != NULL && (asked.query->sort[0] & 7) == PICKER_SORT_FILENAME;\n"
                    + "    if (is_by_name) return folder_fail(error, PICKER_UNSUPPORTED, \"not by name\");\n"
                    + "    status = folder_select(context, &asked, &found, error);"
            )),
    ]
}
