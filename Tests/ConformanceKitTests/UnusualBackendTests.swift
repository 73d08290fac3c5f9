import TestSupport
import Testing

@testable import ConformanceKit

/// That what is unusual and allowed is no finding.
@Suite("The kit finds nothing in backends that are unusual and conform", .timeLimit(.minutes(15)))
struct UnusualBackendTests {
    @Test("One that takes its time with each call is judged by fewer of them, and not for its time")
    func slow() async throws {
        let found = "    *found = catalog_find(&library->catalog, identifier);"
        let query = "    picker_query query = everything;\n    abi_take(&asked, sizeof asked, request);"
        let root = "    made->root = copy_path(asked.location);"
        let backend = PlantedFault(
            "takes-its-time", "", .example, ("library.c", found, "    usleep(20000);\n" + found),
            ("fetch.c", "#include <string.h>", "#include <string.h>\n#include <unistd.h>"),
            ("fetch.c", query, "    usleep(20000);\n" + query),
            ("backend.c", "#include <string.h>", "#include <string.h>\n#include <unistd.h>"),
            ("backend.c", root, "    usleep(300000);\n" + root))
        let report = try await backend.report { run in
            run.level = .full
            run.only = [
                "errors.unknown-collection", "faults.cancelled-everywhere", "fetch.any-names", "lifecycle.many-cycles",
                "resources.leaks-starts",
            ]
            run.timeScale = 0.2
        }
        #expect(report.found.isEmpty, "\(report.findings)")
    }

    /// Of what a file does not say: no rule asks for it.
    private static let silent = [
        PlantedFault(
            "knows-no-times", "", .example,
            (
                "fetch.c", ".flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,",
                ".flags = 0,"
            )),
        PlantedFault(
            "reads-no-exif", "", .example,
            ("fetch.c", "    bool is_dated = photo->taken != NO_DATE;", "    bool is_dated = false;")),
        PlantedFault("knows-no-sizes", "", .example, ("fetch.c", ".byte_size = photo->size,", ".byte_size = 0,")),
        PlantedFault(
            "knows-some-times", "", .folder,
            (
                "records.c", "(folder_has(\"times-unflagged\") ? 0 : PICKER_ASSET_HAS_CREATION_TIME)",
                "(strstr(photo->path, \"Nested/\") != NULL ? 0 : PICKER_ASSET_HAS_CREATION_TIME)"
            ),
            (
                "select.c", "    uint32_t asked = query->flags;\n",
                """
                    uint32_t asked = query->flags;
                    bool is_dated = strstr(photo->path, "Nested/") == NULL;
                    if ((asked & (PICKER_QUERY_CREATED_FROM | PICKER_QUERY_CREATED_BEFORE)) != 0 && !is_dated) return false;

                """
            ),
            (
                "select.c", "    case PICKER_SORT_CREATION_TIME:\n",
                """
                    case PICKER_SORT_CREATION_TIME: {
                        int one = strstr(left->path, "Nested/") != NULL, other = strstr(right->path, "Nested/") != NULL;
                        if (one != 0 || other != 0) return one - other;
                    }

                """
            )),
    ]

    @Test(
        "One that does not know times, or not of all photos, or reads them in no photo, or knows no sizes",
        arguments: silent)
    func reticent(backend: PlantedFault) async throws {
        let report = try await backend.report { run in
            run.level = .full
            run.only = [
                "changes.version", "data.behind-the-end", "data.no-short-reads", "data.over-4-gib",
                "data.without-network",
                "fetch.any-query", "fetch.dates", "fetch.many-photos", "fetch.sort", "library.facts",
                "library.hidden-assets", "library.one-record", "library.times",
            ]
        }
        #expect(report.found.isEmpty, "\(report.findings)")
    }

    @Test("One whose fetches have a count when they were read to their end")
    func countedByReading() async throws {
        let backend = PlantedFault(
            "counts-by-reading", "", .example,
            (
                "fetch.c", "    uint64_t count;\n    const photo *photos[];",
                "    uint64_t count;\n    _Atomic bool is_read;\n    const photo *photos[];"
            ),
            (
                "fetch.c", "    if (status == PICKER_OK) *count = result->count;",
                "    bool is_open = status == PICKER_OK && !result->is_read;\n"
                    + "    if (is_open) return abi_fail(error, PICKER_NOT_YET, \"read on\");\n"
                    + "    if (status == PICKER_OK) *count = result->count;"
            ),
            (
                "fetch.c", "    if (status != PICKER_OK || offset >= result->count) return status;",
                "    uint64_t rest = offset < result->count ? result->count - offset : 0;\n"
                    + "    if (status == PICKER_OK && length > rest) ((struct result *)context)->is_read = true;\n"
                    + "    if (status != PICKER_OK || offset >= result->count) return status;"
            ))
        let report = try await backend.report { run in
            run.level = .full
            run.only = ["fetch.count-is-enumeration", "fetch.any-window", "fuzz.calls"]
        }
        #expect(report.found.isEmpty, "\(report.findings)")
    }

    @Test("One whose frames have one colour for four by four pixels")
    func roughColors() async throws {
        let backend = PlantedFault(
            "rough-colors", "", .example,
            (
                "image.c", "    sink->emit(sink->context, &frame);\n}\n",
                """
                    uint32_t columns = (frame.width + 3) / 4, rows = (frame.height + 3) / 4;
                    uint64_t size = (uint64_t)frame.width * frame.height;
                    uint8_t *planes = calloc(1, size + 2ull * columns * rows);
                    for (uint64_t at = 0; planes != NULL && at < size; at++) {
                        uint64_t x = at % frame.width, y = at / frame.width;
                        const uint8_t *p = drawing->samples + at * 3;
                        planes[at] = (uint8_t)(0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2] + 0.5);
                        if (x % 4 != 0 || y % 4 != 0) continue;
                        uint8_t *chroma = planes + size + y / 4 * columns + x / 4;
                        chroma[0] = (uint8_t)(128.5 - 0.168736 * p[0] - 0.331264 * p[1] + 0.5 * p[2]);
                        chroma[columns * rows] = (uint8_t)(128.5 + 0.5 * p[0] - 0.418688 * p[1] - 0.081312 * p[2]);
                    }
                    free(drawing->samples);
                    frame.format = PICKER_FORMAT_YCBCR8;
                    frame.chroma_shift_x = frame.chroma_shift_y = 2;
                    frame.plane[0] = planes, frame.plane[1] = planes + size, frame.plane[2] = planes + size + columns * rows;
                    frame.stride[0] = frame.width, frame.stride[1] = frame.stride[2] = columns;
                    frame.release_context = planes;
                    sink->emit(sink->context, &frame);
                }

                """
            ))
        let report = try await backend.report { run in
            run.level = .full
            run.only = ["images.colors", "images.colors-when-scaled", "images.frames-make-sense"]
        }
        #expect(report.found.isEmpty, "\(report.findings)")
    }

    @Test("One that gives image files, which show all of an image whatever part of it is asked for (R14.11)")
    func imageFiles() async throws {
        let folder = try TemporaryFolder()
        let backend = PlantedFault(
            "gives-image-files", "", .example,
            // That is the host's affair then.
            ("backend.c", "PICKER_CAPABILITY_EXACT_SIZE,", "0,"),
            (
                "image.c", "    picker_status status = plan(job, decoder, &drawing);",
                """
                    if ((job->request.accepted_formats & 1u << PICKER_FORMAT_IMAGE_FILE) != 0) {
                        uint8_t *file = malloc(decoder->length);
                        if (file == NULL) return abi_fail(job->error, PICKER_OUT_OF_MEMORY, "no memory for a file");
                        memcpy(file, decoder->bytes, decoder->length);
                        picker_frame frame = {.struct_size = sizeof frame, .flags = PICKER_FRAME_FINAL};
                        frame.format = PICKER_FORMAT_IMAGE_FILE;
                        frame.plane[0] = file, frame.stride[0] = decoder->length;
                        frame.release_context = file, frame.release = release;
                        sink->emit(sink->context, &frame);
                        return PICKER_OK;
                    }
                    picker_status status = plan(job, decoder, &drawing);
                """
            ))
        // A kit that is told where libraries are takes image files.
        let command = try folder.write("printf '{\"location\": \"%s\"}\\n' \"$1\"\ncat >/dev/null\n", to: "fixture")
        var run = try ConformanceRun.test(try await onThread { try backend.make(in: folder) })
        run.level = .full
        run.only = ["images.crop-outside", "fuzz.calls"]
        run.fixtureCommand = "sh \(command)"
        let report = try await run.report()
        #expect(report.count(.passed) == 2, "\(report.findings)")
    }

    @Test("One that no longer knows what happened since a token when its library is opened again, and says so (R12.11)")
    func forgetful() async throws {
        let folder = try TemporaryFolder()
        var run = try ConformanceRun.test(
            try await onThread { try ProxyFault.make("FORGETS_TOKENS", in: folder) })
        run.only = ["changes.token-lasts"]
        let report = try await run.report()
        #expect(report.count(.passed) == 1, "\(report.findings)")
    }

    @Test(
        "One that keeps the rules in an unusual way passes the check that accused it once",
        arguments: PlantedFault.unusual + PlantedFault.withMoments)
    func right(backend: PlantedFault) async throws {
        let report = try await backend.report { run in
            run.level = .full
            run.only = [backend.check]
        }
        #expect(report.checks.count == 1 && report.found.isEmpty, "\(report.findings)")
    }

    @Test("One that opens addresses, where the kit has none: it says so, and that this is no verdict")
    func elsewhere() async throws {
        let backend = PlantedFault(
            "opens-addresses", "", .example,
            (
                "backend.c", "    static const picker_string formats[] = {{\"public.jpeg\", 11}};",
                "    static const picker_string formats[] = {{\"public.jpeg\", 11}};\n"
                    + "    static const picker_string schemes[] = {{\"album+https\", 11}};"
            ),
            (
                "backend.c", "        .priority = 10,",
                "        .priority = 10,\n        .schemes = schemes,\n        .scheme_count = 1,"
            ),
            (
                "backend.c", "    struct stat status;\n    if (stat(root",
                "    struct stat status;\n    if (root[0] == '/') return abi_fail(error, PICKER_INVALID_ARGUMENT, \"a folder\");\n"
                    + "    if (stat(root"
            ))
        let report = try await backend.report { $0.filter = "library." }
        #expect(report.found.isEmpty && report.verdict == .incomplete, "\(report.findings)")
        #expect(report.checks.contains { $0.message.contains("--fixture") })
    }
}
