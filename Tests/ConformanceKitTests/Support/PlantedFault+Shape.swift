extension PlantedFault {
    /// Faults of what is said in records and tables, and of which collections come.
    static let shaped: [PlantedFault] = records + frames + ofChanges + tables + closed + secrets + moments

    private static let records = [
        PlantedFault(
            "camera-ends-early", "negotiation.records", .folder,
            (
                "records.c", "        .struct_size = sizeof record->camera,",
                "        .struct_size = offsetof(picker_camera_metadata, title),"
            )),
        PlantedFault(
            "representations-end-early", "negotiation.records", .folder,
            (
                "library.c", "        .struct_size = sizeof photo,",
                "        .struct_size = offsetof(picker_representation, pixel_width),"
            )),
        PlantedFault(
            "diagnostics-end-early", "negotiation.records", .example,
            (
                "library.c", "            .struct_size = sizeof record,\n            .reason",
                "            .struct_size = offsetof(picker_diagnostic, relative_path_bytes),\n            .reason"
            )),
        PlantedFault(
            "days-with-more-flags", "negotiation.records", .folder, offering("ext-days-none"),
            ("days.c", ".flags = PICKER_DAY_HAS_DATE};", ".flags = PICKER_DAY_HAS_DATE | 0x80u};")),
        PlantedFault(
            "posters-with-more-flags", "negotiation.records", .folder, offering("ext-video-none"),
            ("video.c", "        .flags = PICKER_FRAME_FINAL,", "        .flags = PICKER_FRAME_FINAL | 0x80u,")),
        PlantedFault(
            "items-end-early", "negotiation.records", .folder, offering("ext-heif-none"), isHEIF,
            (
                "extensions.c", "    (void)sink;\n    return refuse(context, identifier, 0, call, error);",
                "    picker_heif_item item = {.struct_size = offsetof(picker_heif_item, pixel_width), .item_id = 1};\n"
                    + "    item.kind = PICKER_HEIF_PRIMARY;\n    sink->emit(sink->context, &item);\n"
                    + "    return refuse(context, identifier, 0, call, error);"
            )),
        addsNowhere,
        PlantedFault(
            "quotes-are-syntax", "search.any-text", .folder, offering("ext-search-none"),
            (
                "extensions.c", "    if (status == PICKER_OK) text = shared_text(text);",
                "    bool is_odd = memchr(text.data, '\"', text.length) != NULL;\n"
                    + "    if (is_odd && status == PICKER_OK) status = folder_fail(error, PICKER_INTERNAL, \"syntax\");\n"
                    + "    if (status == PICKER_OK) text = shared_text(text);"
            )),
        PlantedFault(
            "adds-squares", "write.adds", .folder, offering("ext-write-none"),
            (
                "write.c", "        if (folder_has(\"ext-write-other-version\")) record.asset.version_token ^= 1;",
                "        record.asset.pixel_width = record.asset.pixel_height;"
            )),
        PlantedFault(
            "albums-are-made-as-events", "write.albums", .folder, offering("ext-write-none"),
            ("write.c", "        .type = PICKER_COLLECTION_ALBUM,", "        .type = PICKER_COLLECTION_EVENT,")),
        PlantedFault(
            "albums-are-made-for-ever", "write.albums", .folder, offering("ext-write-none"),
            ("write.c", "        .flags = PICKER_COLLECTION_EDITABLE,", "        .flags = 0,")),
    ]

    /// Photos are listed as HEIF files, of which the kit makes none.
    private static let isHEIF = (
        file: "records.c", old: "folder_string(photo->is_video ? \"public.avi\" : \"public.pbm\")",
        new: "folder_string(\"public.heic\")"
    )

    /// What was added is reported with a path at which there is nothing.
    static let addsNowhere = PlantedFault(
        "adds-nowhere", "write.adds", .folder, offering("ext-write-none"),
        (
            "write.c", "        if (folder_has(\"ext-write-other-version\")) record.asset.version_token ^= 1;",
            "        record.asset.relative_path = folder_string(\"nowhere.ppm\");"
        ))

    /// Rows from the bottom to the top, as bitmaps of other systems have them.
    private static let frames = [
        PlantedFault(
            "rows-go-up", "images.frames-make-sense", .example,
            (
                "image.c", "        .stride = {(uint64_t)drawing->width * 3},",
                "        .stride = {UINT64_MAX - (uint64_t)drawing->width * 3 + 1},"
            ))
    ]

    private static let ofChanges: [PlantedFault] = [
        PlantedFault(
            "changes-have-a-critical-link", "changes.records", .folder,
            (
                "observe.c", "            if (folder_has(\"change-names-undeclared\"))",
                "            static const picker_link hung = {\n                .struct_size = sizeof hung, "
                    + ".flags = PICKER_LINK_CRITICAL, .id = {\"example.org/x/1\", 15}};\n            change.next = &hung;\n"
                    + "            if (folder_has(\"change-names-undeclared\"))"
            )),
        PlantedFault(
            "changes-end-early", "changes.records", .folder,
            (
                "observe.c", "            if (folder_has(\"change-names-undeclared\"))",
                "            change.struct_size = offsetof(picker_change, identifiers);\n"
                    + "            if (folder_has(\"change-names-undeclared\"))"
            )),
    ]

    private static let tables = [
        PlantedFault(
            "library-table-reserved", "negotiation.tables", .folder,
            ("library.c", "        .context = library,", "        .reserved = 7,\n        .context = library,")),
        PlantedFault(
            "extension-table-reserved", "negotiation.tables", .folder, offering("ext-write-none"),
            (
                "write.c", "{.struct_size = sizeof folder_write, .add",
                "{.struct_size = sizeof folder_write, .reserved = 7, .add"
            )),
    ]

    private static let closed = [
        PlantedFault(
            "no-tables-when-closed", "lifecycle.extensions-after-shutdown", .folder, offering("ext-days-none"),
            (
                "library.c", "    folder_note(\"leaks-extensions-asked\");",
                "    folder_note(\"leaks-extensions-asked\");\n"
                    + "    if (atomic_load(&((library *)context)->is_shutting_down)) return NULL;"
            )),
        PlantedFault(
            "any-table-when-closed", "lifecycle.extensions-after-shutdown", .folder,
            (
                "library.c", "    folder_note(\"leaks-extensions-asked\");",
                "    folder_note(\"leaks-extensions-asked\");\n"
                    + "    if (atomic_load(&((library *)context)->is_shutting_down)) return &folder_write;"
            )),
    ]

    private static let secrets = [
        hasSecret(
            "logs-a-secret",
            "    const picker_host *host = opened->backend->host;\n"
                + "    if (request->setting_count > 0) host->log(host->context, PICKER_LOG_INFO, "
                + "request->setting_values[0]);"),
        hasSecret(
            "writes-a-secret",
            """
                char place[FOLDER_PATH];
                picker_bytes data = request->data_directory;
                snprintf(place, sizeof place, "%.*s/settings", (int)data.length, (const char *)data.data);
                int kept = request->setting_count > 0 ? open(place, O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
                if (kept >= 0) {
                    picker_string value = request->setting_values[0];
                    if (write(kept, value.data, value.length) < 0) abort();
                    close(kept);
                }
            """),
    ]

    /// A backend over a folder that asks for a secret.
    ///
    /// - Parameter leak: what open_library does besides.
    private static func hasSecret(_ name: String, _ leak: String) -> PlantedFault {
        PlantedFault(
            name, "lifecycle.secrets", .folder,
            (
                "folder.c", "    static const picker_setting_description *const settings[] = {&untitled};",
                """
                    static const picker_setting_description secret = {
                        .struct_size = sizeof secret,
                        .flags = PICKER_SETTING_SECRET,
                        .kind = PICKER_SETTING_TEXT,
                        .key = {"api-key", 7},
                        .title = {"API key", 7},
                    };
                    static const picker_setting_description *const settings[] = {&untitled, &secret};
                """
            ),
            (
                "folder.c",
                "    if (folder_has(\"asks-without-title\")) answer.settings = settings, answer.setting_count = 1;",
                "    answer.settings = settings + 1, answer.setting_count = 1;"
            ), ("folder.c", "    folder_misplace(opened);", "    folder_misplace(opened);\n\(leak)"))
    }

    /// What makes the backend over a folder offer an extension.
    ///
    /// - Parameter none: what begins as the names of faults of that extension, and is none.
    private static func offering(_ none: String) -> (file: String, old: String, new: String) {
        ("fault.c", "#define FOLDER_FAULT \"none\"", "#define FOLDER_FAULT \"\(none)\"")
    }

    private static let moments = [
        hasMoments("moments-unasked", "library.moments"),
        hasMoments(
            "moments-of-1970", "library.moments", wanted: onlyNamedMoments,
            (
                "library.c", "    record.collection.type = PICKER_COLLECTION_MOMENT;",
                "    record.collection.type = PICKER_COLLECTION_MOMENT;\n"
                    + "    record.collection.flags |= PICKER_COLLECTION_HAS_TIMES;"
            )),
        hasMoments(
            "moments-with-nothing-else", "library.moments", wanted: onlyNamedMoments,
            (
                "library.c", "    emission *emission = context;\n    bool is_wanted",
                "    emission *emission = context;\n"
                    + "    bool is_moment = record->collection.type == PICKER_COLLECTION_MOMENT;\n"
                    + "    if (is_moment && emission->types != 1u << PICKER_COLLECTION_MOMENT) return PICKER_CONTINUE;\n"
                    + "    bool is_wanted"
            )),
    ]

    /// No faults: a backend with a moment, which it leaves out unless it is named.
    static let withMoments = [
        hasMoments("has-a-moment", "library.moments", wanted: onlyNamedMoments),
        hasMoments("has-a-moment-besides", "library.collection-types", wanted: onlyNamedMoments),
    ]

    private static let onlyNamedMoments =
        "(emission->types == 0 && record->collection.type != PICKER_COLLECTION_MOMENT)"

    /// A backend over a folder with a moment beside its albums, of all photos.
    ///
    /// - Parameter wanted: where a collection comes though no type is named.
    private static func hasMoments(
        _ name: String, _ check: String, wanted: String = "emission->types == 0",
        _ more: (file: String, old: String, new: String)...
    ) -> PlantedFault {
        let changes: [(file: String, old: String, new: String)] = [
            (
                file: "library.c", old: "    if (!folder_has(\"roll-comes-last\")) flow = visitor(context, &record);",
                new: "    if (!folder_has(\"roll-comes-last\")) flow = visitor(context, &record);\n"
                    + "    make_album(library->root, \"a day\", visible(&all, 0, all.count), &record);\n"
                    + "    record.collection.type = PICKER_COLLECTION_MOMENT;\n"
                    + "    if (flow == PICKER_CONTINUE) flow = visitor(context, &record);"
            ),
            (file: "library.c", old: "is_wanted = emission->types == 0 ||", new: "is_wanted = \(wanted) ||"),
            (
                file: "select.c", old: "    bool is_roll = strcmp(identifier, roll) == 0;",
                new: "    char day[24];\n    folder_identify(root, SUBJECT_FOLDER, \"a day\", day);\n"
                    + "    bool is_roll = strcmp(identifier, roll) == 0 || strcmp(identifier, day) == 0;"
            ),
        ]
        return PlantedFault(name, check, .folder, changes: changes + more)
    }
}
