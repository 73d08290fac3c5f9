extension PlantedFault {
    /// What records and frames say of photos that is not so.
    static let told = records + frames

    private static let records = [
        PlantedFault(
            "details-are-a-moment-later", "library.one-record", .example,
            (
                "library.c", "    picker_asset asset = fetch_asset(photo);\n",
                "    picker_asset asset = fetch_asset(photo);\n    asset.modification_time += 1;\n"
            )),
        PlantedFault(
            "large-photos-are-panoramas", "library.subtypes", .example,
            (
                "fetch.c", "        .media_type = PICKER_MEDIA_IMAGE,",
                "        .media_type = PICKER_MEDIA_IMAGE,\n"
                    + "        .media_subtypes = photo->width > 600 ? PICKER_SUBTYPE_PANORAMA : 0,"
            )),
        PlantedFault(
            "times-come-from-names", "library.subtypes", .example,
            (
                "fetch.c", "is_dated ? PICKER_DATE_METADATA : PICKER_DATE_MODIFICATION,",
                "is_dated ? PICKER_DATE_METADATA : PICKER_DATE_FILENAME,"
            )),
        PlantedFault(
            "files-without-bytes-are-photos", "library.empty-files", .folder,
            ("walk.c", "(read_header(file, found) ||", "(read_header(file, found) || about.st_size == 0 ||")),
        PlantedFault(
            "keywords-are-without-end", "library.texts", .folder,
            ("records.c", "        .keywords = &record->keyword,\n", ""),
            ("records.c", "        .keyword_count = 1,", "        .keyword_count = UINT64_MAX,")),
        PlantedFault(
            "types-in-any-case", "fetch.content-types", .folder,
            ("facts.c", "#include <string.h>", "#include <string.h>\n#include <strings.h>"),
            (
                "facts.c", "memcmp(asked.data, type, asked.length) == 0",
                "strncasecmp(asked.data, type, asked.length) == 0"
            )),
        PlantedFault(
            "texts-are-patterns", "fetch.text", .folder,
            (
                "facts.c",
                "        if (!has_more(&text) || next_letter(&text) != next_letter(&wanted)) return false;",
                """
                        if (!has_more(&text)) return false;
                        uint32_t letter = next_letter(&text), asked = next_letter(&wanted);
                        if (letter != asked && asked != '_') return false;
                """
            )),
        namesInLocalTime("mktime"),
        PlantedFault(
            "types-by-suffix", "library.other-suffix", .example,
            (
                "fetch.c", "        .content_type = abi_text(\"public.jpeg\"),",
                "        .content_type = abi_text(strstr(path, \".png\") == NULL ? \"public.jpeg\" : \"public.png\"),"
            )),
    ]

    private static let frames = [
        PlantedFault(
            "quick-frames-are-as-stored", "images.quick-frames", .example,
            (
                "image.c", "    drawing->orientation = job->photo->orientation;",
                "    bool is_quick = job->request.delivery_mode == PICKER_DELIVERY_FAST && !is_turned;\n"
                    + "    drawing->orientation = is_quick ? 1 : job->photo->orientation;"
            )),
        PlantedFault(
            "quick-frames-are-not-flagged", "images.quick-frames", .example,
            (
                "image.c", "    if (!drawing_plan(drawing, &job->request)) {",
                "    picker_image_request asked = job->request;\n"
                    + "    bool is_quick = asked.delivery_mode == PICKER_DELIVERY_FAST && asked.target_width > 160;\n"
                    + "    if (is_quick) asked.target_width = asked.target_height = 160;\n"
                    + "    if (!drawing_plan(drawing, &asked)) {"
            )),
        PlantedFault(
            "crops-are-inside-as-stored", "images.turned-crops", .example,
            (
                "image.c", "    if (!drawing_plan(drawing, &job->request)) {",
                "    picker_image_request asked = job->request;\n"
                    + "    bool is_inside = asked.crop.x + asked.crop.width <= drawing->whole_height;\n"
                    + "    bool is_outside = asked.crop.x + asked.crop.width > drawing->whole_width;\n"
                    + "    if (is_turned && is_inside && is_outside) asked.crop.width = 0;\n"
                    + "    if (!drawing_plan(drawing, &asked)) {"
            )),
    ]

    /// Dates are read from the names of files.
    ///
    /// - Parameter function: what makes a moment of one; timegm is right.
    private static func namesInLocalTime(_ function: String) -> PlantedFault {
        PlantedFault(
            "names-are-dates-by-\(function)", "library.name-dates", .example,
            ("fetch.c", "#include <string.h>", "#include <string.h>\n#include <time.h>"),
            (
                "fetch.c", "    bool is_dated = photo->taken != NO_DATE;",
                """
                    bool is_dated = photo->taken != NO_DATE;
                    struct tm parts = {.tm_isdst = -1};
                    const char *stamp = strstr(photo->path, "IMG_20");
                    bool is_named = stamp != NULL && strptime(stamp, "IMG_%Y%m%d_%H%M%S", &parts) != NULL;
                    picker_time named = is_named ? (picker_time)\(function)(&parts) * 1000 : 0;
                """
            ),
            (
                "fetch.c", "        .creation_time = is_dated ? photo->taken : photo->modified,",
                "        .creation_time = is_dated ? photo->taken : is_named ? named : photo->modified,"
            ),
            (
                "fetch.c", "is_dated ? PICKER_DATE_METADATA : PICKER_DATE_MODIFICATION,",
                "is_dated ? PICKER_DATE_METADATA : is_named ? PICKER_DATE_FILENAME : PICKER_DATE_MODIFICATION,"
            ))
    }
}
