extension PlantedFault {
    /// What is reported of files: that they changed in an unusual way, or that they are not shown.
    static let reported = [
        PlantedFault(
            "edits-in-place-are-unseen", "changes.edited", .folder,
            ("observe.c", "#include <unistd.h>", "#include <stdio.h>\n#include <sys/stat.h>\n#include <unistd.h>"),
            (
                "observe.c",
                "        uint64_t version = folder_has(\"observe-misses-edits\") ? 1 : all.photos[at].version;",
                """
                        struct stat about = {0};
                        char whole[FOLDER_PATH * 2];
                        snprintf(whole, sizeof whole, "%s/%s", library->root, path);
                        stat(whole, &about);
                        uint64_t version = about.st_ino;
                """
            ), ("observe.c", "(folder_has(\"observe-misses-edits\") ? 0 : all.photos[at].byte_size)", "0")),
        PlantedFault(
            "folders-have-no-names", "changes.folder-renamed", .folder,
            (
                "observe.c", "        const char *path = all.photos[at].path;",
                """
                        const char *path = folder_name(all.photos[at].path);
                        if (path > all.photos[at].path) path--;
                        while (path > all.photos[at].path && path[-1] != '/')
                            path--;
                """
            )),
        PlantedFault(
            "one-change-is-told-for-ever", "changes.told-once", .folder,
            ("observe.c", "        last = now;\n        usleep(", "        usleep(")),
        PlantedFault(
            "last-problem-is-not-reported", "library.diagnostics", .example,
            (
                "library.c", "index < library->catalog.problem_count;",
                "index + 1 < library->catalog.problem_count;"
            )),
    ]
}
