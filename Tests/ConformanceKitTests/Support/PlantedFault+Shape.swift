extension PlantedFault {
    /// Faults of what is said in records and tables, and of which collections come.
    static let shaped = [
        hasMoments("moments-unasked", "library.moments"),
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
