extension PlantedFault {
    /// No faults: backends that are unusual and keep the rules, each with a check that accused them once.
    static let unusual = [
        PlantedFault(
            "numbers-its-assets", "errors.unknown-asset", .example,
            ("catalog.c", "#include <stdlib.h>", "#include <stdio.h>\n#include <stdlib.h>"),
            (
                "catalog.c", "        catalog->by_identifier[index] = &catalog->photos[index];",
                "        snprintf(catalog->photos[index].identifier, IDENTIFIER_SIZE, \"%u\", (unsigned)index + 1),\n"
                    + "            catalog->by_identifier[index] = &catalog->photos[index];"
            ),
            (
                "catalog.c", "    if (identifier.data == NULL || identifier.length != sizeof text - 1) return NULL;",
                "    if (identifier.data == NULL || identifier.length >= sizeof text) return NULL;\n"
                    + "    if (memchr(identifier.data, 0, identifier.length) != NULL) return NULL;"
            )),
        PlantedFault(
            "library-lacks-observing", "swap.under-load", .folder,
            (
                "records.c",
                "    if (folder_has(\"misses-what-it-serves\")) answer.missing_capabilities = "
                    + "PICKER_CAPABILITY_SORT_FILENAME;",
                "    answer.missing_capabilities = PICKER_CAPABILITY_OBSERVE;"
            ),
            (
                "observe.c", "    uint64_t last = signature(library, &before);",
                "    if (sink != NULL) return folder_fail(error, PICKER_UNSUPPORTED, \"no one can watch this\");\n"
                    + "    uint64_t last = signature(library, &before);"
            )),
        PlantedFault(
            "knows-none-of-these-formats", "fetch.bytes", .folder,
            (
                "folder.c",
                "formats[0] = folder_string(folder_has(\"names-no-format\") ? \"public.ppm\" : \"public.pbm\");",
                "formats[0] = folder_string(\"public.heic\");"
            ),
            ("walk.c", "    return strcmp(suffix, \".ppm\") == 0 ||", "    return strcmp(suffix, \".heic\") == 0 ||")),
        PlantedFault(
            "waits-before-a-window", "cancellation.in-the-middle", .example,
            ("fetch.c", "#include <string.h>", "#include <string.h>\n#include <unistd.h>"),
            (
                "fetch.c", "    if (status != PICKER_OK || offset >= result->count) return status;",
                "    if (status != PICKER_OK || offset >= result->count) return status;\n    usleep(250000);"
            )),
        PlantedFault(
            "lists-what-it-cannot-show", "hostile.long-names", .folder,
            (
                "walk.c", "    if (is_other && folder_has(\"claims-other-formats\")) return true;",
                "    if (is_other) return true;"
            ),
            (
                "walk.c", "folder_read_video(file, found) || folder_has(\"claims-other-formats\"));",
                "folder_read_video(file, found) || strstr(path, \".ppm\") == NULL);"
            ),
            (
                "records.c", "folder_string(photo->is_video ? \"public.avi\" : \"public.pbm\")",
                "folder_string(strstr(photo->path, \".ppm\") == NULL ? \"public.png\" : \"public.pbm\")"
            ),
            ("image.c", "    if (photo->is_video) return", "    if (photo->is_video || photo->header == 0) return")),
        listsNoCollection("fetch.two-at-once"), listsNoCollection("fuzz.calls"),
        saysNoSize("fuzz.calls"), saysNoSize("images.every-request"),
        hasNewerHeaders("library.one-record"), hasNewerHeaders("errors.unknown-modes"),
        PlantedFault(
            "unused-strides-are-any-number", "images.every-pixel", .example,
            (
                "image.c", "        .stride = {(uint64_t)drawing->width * 3},",
                "        .stride = {(uint64_t)drawing->width * 3, UINT64_MAX, UINT64_MAX, UINT64_MAX},"
            )),
        countsAlbumsMeanwhile("library.one-record"), countsAlbumsMeanwhile("threads.records"),
        learnsSizes("fetch.any-window", after: 3), learnsSizes("library.one-record", after: 1),
        learnsSizes("threads.records", after: 1), learnsSizes("data.archives", after: 1),
    ]

    /// How many assets an album has is known after a while (R9.21).
    private static func countsAlbumsMeanwhile(_ check: String) -> PlantedFault {
        PlantedFault(
            "counts-albums-meanwhile-\(check)", check, .example,
            (
                "library.c",
                "    /* What is not named is 0; an absent `parent` is one whose data is NULL (R8.2). */\n"
                    + "    return (picker_collection){\n        .struct_size = sizeof(picker_collection),\n"
                    + "        .flags = PICKER_COLLECTION_HAS_COUNT,",
                "    static _Atomic int records;\n    bool is_counted = records++ > 10;\n"
                    + "    return (picker_collection){\n        .struct_size = sizeof(picker_collection),\n"
                    + "        .flags = is_counted ? PICKER_COLLECTION_HAS_COUNT : 0,"
            ))
    }

    /// The first windows are made before it has read how large photos are; what comes later says it (R9.7).
    private static func learnsSizes(_ check: String, after windows: Int) -> PlantedFault {
        PlantedFault(
            "learns-sizes-\(check)", check, .example,
            (
                "fetch.c",
                "    for (uint64_t index = 0; index < count; index++) {\n"
                    + "        picker_status status = index % 64",
                "    static _Atomic int windows;\n    bool is_new = windows++ < \(windows);\n"
                    + "    for (uint64_t index = 0; index < count; index++) {\n"
                    + "        picker_status status = index % 64"
            ),
            (
                "fetch.c", "        picker_asset asset = fetch_asset(result->photos[first + index]);",
                "        picker_asset asset = fetch_asset(result->photos[first + index]);\n"
                    + "        if (is_new) asset.pixel_width = asset.pixel_height = 0;"
            ))
    }

    /// There is a camera roll, which `collections` need not emit.
    private static func listsNoCollection(_ check: String) -> PlantedFault {
        PlantedFault(
            "lists-no-collection-\(check)", check, .folder,
            (
                "library.c", "    visit(context, emit_typed, &(emission){.sink = sink, .types = types});",
                "    if (parent.data == NULL) return PICKER_OK;\n"
                    + "    visit(context, emit_typed, &(emission){.sink = sink, .types = types});"
            ))
    }

    /// The size in pixels is not said: 0 by 0.
    private static func saysNoSize(_ check: String) -> PlantedFault {
        PlantedFault(
            "says-no-size-\(check)", check, .example,
            ("fetch.c", "        .pixel_width = is_turned ? photo->height : photo->width,\n", ""),
            ("fetch.c", "        .pixel_height = is_turned ? photo->width : photo->height,\n", ""),
            ("fetch.c", "    bool is_turned = photo->orientation > 4;\n", ""))
    }

    /// It was built with a revision to come, with one more flag of assets and one more delivery mode.
    private static func hasNewerHeaders(_ check: String) -> PlantedFault {
        PlantedFault(
            "has-newer-headers-\(check)", check, .example,
            (
                "backend.c", "        .header_revision = PICKER_HEADER_REVISION,",
                "        .header_revision = PICKER_HEADER_REVISION + 1,"
            ),
            (
                "fetch.c", "        .flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,",
                "        .flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME | 0x40000000u,"
            ),
            (
                "image.c", "request->delivery_mode <= PICKER_DELIVERY_FAST &&",
                "request->delivery_mode <= PICKER_DELIVERY_FAST + 1 &&"
            ))
    }
}
