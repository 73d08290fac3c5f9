extension PlantedFault {
    /// Signs of numbers, values to come, locks, and what is changed for a moment.
    static let subtle = numbers + toCome + shared + momentary + rest

    private static let numbers = [
        PlantedFault(
            "targets-are-signed", "images.far-targets", .example,
            (
                "drawing.c", "    if (target_width == 0 || target_height == 0) return;",
                "    if ((int32_t)target_width <= 0 || (int32_t)target_height <= 0) return;"
            )),
        PlantedFault(
            "scopes-are-signed", "errors.unknown-scope", .example,
            (
                "fetch.c", "    default: return abi_fail(error, PICKER_INVALID_ARGUMENT, \"an unknown scope\");",
                "    default:\n        if ((int)request->scope < 0) return select_album(result, all), PICKER_OK;\n"
                    + "        return abi_fail(error, PICKER_INVALID_ARGUMENT, \"an unknown scope\");"
            )),
        PlantedFault(
            "deadlines-are-signed", "cancellation.deadline-to-come", .example,
            (
                "library.c", "    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);",
                "    bool is_late = call != NULL && (int64_t)call->deadline < 0;\n"
                    + "    if (is_late) return abi_fail(error, PICKER_DEADLINE, \"ended early\");\n"
                    + "    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);"
            )),
        PlantedFault(
            "sizes-by-difference", "data.over-4-gib", .folder,
            (
                "select.c",
                "return (left->byte_size > right->byte_size) - (left->byte_size < right->byte_size);",
                "return (int)(left->byte_size - right->byte_size);"
            )),
        PlantedFault(
            "east-is-no-number", "fetch.invalid-facts", .folder,
            ("facts.c", "is_between(-180, query->east, 180);", "!(query->east > 180);")),
        PlantedFault(
            "all-in-greenwich", "library.times", .example,
            (
                "fetch.c", ".flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,",
                ".flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME |\n"
                    + "                 PICKER_ASSET_HAS_CREATION_OFFSET,"
            )),
        PlantedFault(
            "empty-crops-have-a-place", "images.full-size", .example,
            (
                "drawing.c", "    if (request->crop.width != 0 && request->crop.height != 0) *part = request->crop;",
                "    if (request->crop.x >= width || request->crop.y >= height) return false;\n"
                    + "    if (request->crop.width != 0 && request->crop.height != 0) *part = request->crop;"
            )),
    ]

    private static let toCome = [
        PlantedFault(
            "modes-are-signed", "errors.unknown-modes", .example,
            (
                "image.c", "request->content_mode <= PICKER_ASPECT_FILL",
                "(int)request->content_mode <= (int)PICKER_ASPECT_FILL"
            )),
        PlantedFault(
            "any-color-policy", "errors.unknown-modes", .example,
            ("image.c", "request->color_policy <= PICKER_COLOR_KEEP", "true")),
        PlantedFault(
            "empty-parent-is-the-top", "errors.unknown-parent", .example,
            ("library.c", "if (parent.data != NULL)", "if (parent.length != 0)")),
        PlantedFault(
            "flags-to-come-are-refused", "negotiation.unnamed-bits", .example,
            (
                "image.c", "    if (!is_known) return abi_fail",
                "    is_known = is_known && request->flags <= PICKER_REQUEST_ALLOW_NETWORK;\n"
                    + "    if (!is_known) return abi_fail"
            )),
        PlantedFault(
            "one-format-alone", "negotiation.unnamed-bits", .example,
            (
                "image.c", "if ((request->accepted_formats & 1u << PICKER_FORMAT_RGB8) != 0)",
                "if (request->accepted_formats == 1u << PICKER_FORMAT_RGB8)"
            )),
    ]

    private static let rest = [
        PlantedFault(
            "long-paths-are-copied", "errors.long-texts", .example,
            (
                "fetch.c", "static const photo *find_path(const catalog *catalog, picker_bytes path)\n{",
                "static const photo *find_path(const catalog *catalog, picker_bytes path)\n{\n"
                    + "    char copy[4096];\n    memcpy(copy, path.data, path.length);\n"
                    + "    ((volatile char *)copy)[0] = copy[0];"
            )),
        PlantedFault(
            "details-come-twice", "library.details", .example,
            (
                "library.c",
                "    sink->emit(sink->context, &record);\n    return PICKER_OK;\n}\n\nstatic picker_status read",
                "    sink->emit(sink->context, &record);\n    sink->emit(sink->context, &record);\n    return PICKER_OK;\n"
                    + "}\n\nstatic picker_status read"
            )),
        PlantedFault(
            "logs-of-no-level", "guest.logs", .example,
            (
                "walk.c", "    found->album = (uint64_t)*album - 1;",
                "    found->album = (uint64_t)*album - 1;\n    const picker_host *host = walk->library->host;\n"
                    + "    host->log(host->context, 9, abi_text(\"found\"));"
            )),
    ]

    private static let lock =
        "#include <string.h>\n#include <pthread.h>\n#include <unistd.h>\n\n"
        + "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;"

    private static let shared = [
        PlantedFault(
            "windows-hold-a-lock", "cancellation.beside-a-slow-host", .example,
            ("fetch.c", "#include <string.h>", lock),
            (
                "fetch.c", "    return emit(result, offset, length < left ? length : left, sink, call, error);",
                "    pthread_mutex_lock(&lock);\n"
                    + "    status = emit(result, offset, length < left ? length : left, sink, call, error);\n"
                    + "    pthread_mutex_unlock(&lock);\n    return status;"
            )),
        PlantedFault(
            "observers-hold-a-lock", "cancellation.beside-a-slow-host", .folder,
            ("observe.c", "#include <string.h>", lock),
            (
                "observe.c", "        uint64_t now = signature(library, &count);",
                "        pthread_mutex_lock(&lock);\n        pthread_mutex_unlock(&lock);\n"
                    + "        uint64_t now = signature(library, &count);"
            ),
            (
                "observe.c", "            picker_flow flow = sink->emit(sink->context, &change);",
                "            pthread_mutex_lock(&lock);\n"
                    + "            picker_flow flow = sink->emit(sink->context, &change);\n"
                    + "            pthread_mutex_unlock(&lock);"
            )),
        PlantedFault(
            "messages-share-a-line", "threads.refusals", .example, ("abi.c", "#include <string.h>", lock),
            (
                "abi.c", "    if (length > 0) memcpy(error->message, message, length);",
                "    static char line[256];\n    memcpy(line, message, length);\n    usleep(200);\n"
                    + "    if (length > 0) memcpy(error->message, line, length);"
            )),
        PlantedFault(
            "paths-are-shared", "threads.reads", .example, ("content.c", "    char *path = NULL;", ""),
            (
                "content.c",
                "    if (asprintf(&path, \"%s/%.*s\", library->root, (int)photo->file_length, photo->path) < 0) {",
                "    static char path[8192];\n    snprintf(path, sizeof path, \"%s/%.*s\", library->root,"
                    + " (int)photo->file_length, photo->path);\n    usleep(50);\n    if (path[0] == 0) {"
            ), ("content.c", "    free(path);\n", "")),
    ]

    private static let momentary = [
        PlantedFault(
            "umask-for-a-moment", "guest.moments", .example,
            (
                "library.c", "    picker_collection roll = roll_record(library);\n    picker_flow",
                "    umask(umask(077));\n    picker_collection roll = roll_record(library);\n    picker_flow"
            )),
        PlantedFault(
            "inherited-for-a-moment", "guest.moments", .example,
            (
                "content.c", "    *file = open(path,",
                "    close(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));\n    *file = open(path,"
            )),
        PlantedFault(
            "thread-for-a-moment", "guest.moments", .folder,
            (
                "read.c", "/* A fault: the name of what",
                "#include <pthread.h>\nstatic void *nothing(void *argument) { return argument; }\n"
                    + "static void start(void)\n{\n    pthread_t thread;\n"
                    + "    if (pthread_create(&thread, NULL, nothing, NULL) == 0) pthread_join(thread, NULL);\n}\n"
                    + "/* A fault: the name of what"
            ),
            (
                "read.c", "    picker_string identifier = shared_name(request->local_identifier);",
                "    start();\n    picker_string identifier = shared_name(request->local_identifier);"
            )),
        PlantedFault(
            "inherited-while-observing", "guest.close-on-exec", .folder,
            ("observe.c", "#include <unistd.h>", "#include <fcntl.h>\n#include <unistd.h>"),
            (
                "observe.c", "    uint64_t last = signature(library, &before);",
                "    static int watch;\n    watch = open(\"/dev/null\", O_RDONLY);\n"
                    + "    uint64_t last = signature(library, &before);"
            )),
    ]
}
