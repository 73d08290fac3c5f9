/*
 * Breaks no rule. A plugin of a version to come: what it gives has links that no host of today knows. The file ".answer" in
 * the library's folder says on what and which: "asset" or "frame", then "optional", "critical" or "ring".
 */
#include "../minimal.h"

#include <stdio.h>
#include <string.h>

/* As a later version may define it: a link, and more. */
typedef struct asset_faces {
    picker_link link;
    uint64_t face_count;
    uint64_t faces[4];
} asset_faces;

static asset_faces second;
static asset_faces first;

static asset_faces make(const char *id, const picker_link *next)
{
    return (asset_faces){.link = {.struct_size = sizeof(asset_faces), .id = minimal_string(id), .next = next},
                         .face_count = 4};
}

static picker_status opening(const picker_open_request *request, picker_error *error)
{
    char path[4200], where[16] = "", which[16] = "";
    snprintf(path, sizeof path, "%.*s/.answer", (int)request->location.length, (const char *)request->location.data);
    FILE *file = fopen(path, "re");
    if (file == NULL) return minimal_fail(error, PICKER_NOT_FOUND, "there is no file .answer");
    int found = fscanf(file, "%15s %15s", where, which);
    fclose(file);
    if (found != 2) return minimal_fail(error, PICKER_INVALID_ARGUMENT, "the file .answer says nothing");
    second = make("com.example.mood/2", NULL);
    first = make("org.picker.asset-faces/1", &second.link);
    if (strcmp(which, "critical") == 0) second.link.flags = PICKER_LINK_CRITICAL;
    if (strcmp(which, "ring") == 0) second.link.next = &first.link;
    minimal_asset_link = strcmp(where, "asset") == 0 ? &first.link : NULL;
    minimal_frame_link = strcmp(where, "frame") == 0 ? &first.link : NULL;
    return PICKER_OK;
}

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    minimal_opening = opening;
    return minimal_entry(request, backend, error);
}
