#include "folder.h"

#include <string.h>
#include <unistd.h>

void folder_asset(const photo *photo, asset_record *record)
{
    bool is_exact = folder_text(photo->path, record->text);
    if (folder_has("text-not-utf8")) strcpy(record->text, photo->path);
    const char *slash = strrchr(record->text, '/');
    photo_facts facts;
    folder_facts_of(photo, &facts);
    record->asset = (picker_asset){
        .struct_size = sizeof record->asset,
        .flags = (folder_has("times-unflagged") ? 0 : PICKER_ASSET_HAS_CREATION_TIME) |
                 PICKER_ASSET_HAS_MODIFICATION_TIME |
                 (photo->is_hidden && !folder_has("hidden-unflagged") ? PICKER_ASSET_HIDDEN : 0) |
                 (photo->is_video ? PICKER_ASSET_HAS_DURATION : 0) | (facts.has_place ? PICKER_ASSET_HAS_LOCATION : 0),
        .local_identifier = folder_string(photo->identifier),
        .filename = folder_string(slash == NULL ? record->text : slash + 1),
        .relative_path = folder_string(record->text),
        .content_type = folder_string(photo->is_video ? "public.avi" : "public.pbm"),
        .media_type = photo->is_video ? PICKER_MEDIA_VIDEO : PICKER_MEDIA_IMAGE,
        .duration = photo->duration,
        .pixel_width = folder_has("wrong-size") ? photo->height : photo->width,
        .pixel_height = folder_has("wrong-size") ? photo->width : photo->height,
        .creation_time = photo->modified,
        .modification_time = folder_has("tells-its-process") ? getpid() : photo->modified,
        .creation_source = PICKER_DATE_MODIFICATION,
        .byte_size = photo->byte_size,
        .version_token = folder_has("versions-are-zero") ? 0 : photo->version,
        .latitude = facts.has_place ? facts.latitude : 0,
        .longitude = facts.has_place ? facts.longitude : 0,
        .representation_count = 1,
        .availability = folder_has("folder-is-remote") ? PICKER_AVAILABILITY_REMOTE : PICKER_AVAILABILITY_LOCAL,
    };
    if (folder_has("unnamed-availability")) record->asset.availability = 9;
    if (folder_has("ext-video-milliseconds")) record->asset.duration *= 1000;
    bool is_slow = photo->is_video && folder_has("ext-video-is-slow-motion");
    if (is_slow) record->asset.media_subtypes = PICKER_SUBTYPE_HIGH_FRAME_RATE;
    record->keyword = folder_string(facts.keyword);
    record->camera = (picker_camera_metadata){
        .struct_size = sizeof record->camera,
        .flags = facts.has_rating ? PICKER_CAMERA_HAS_RATING : 0,
        .rating = facts.has_rating ? facts.rating : 0,
        .title = folder_string(facts.title),
        .keywords = &record->keyword,
        .keyword_count = 1,
    };
    if (facts.caption != NULL) record->camera.caption = folder_string(facts.caption);
    if (!is_exact && !folder_has("no-raw-names")) {
        record->asset.relative_path_bytes = (picker_bytes){(const uint8_t *)photo->path, strlen(photo->path)};
    }
    if (folder_has("long-placeholder")) {
        memset(record->placeholder, 1, sizeof record->placeholder);
        record->asset.placeholder = (picker_bytes){record->placeholder, 201};
    }
    // Faults of who keeps preview hashes: one in another form, and one that is upside down.
    static const uint8_t other[5] = {2, 2, 2, 2, 2};
    static const uint8_t turned[16] = {1, 0, 2, 2, 40, 40, 200, 190, 190, 120, 200, 40, 40, 40, 180, 40};
    if (folder_has("placeholder-of-another-form")) record->asset.placeholder = (picker_bytes){other, sizeof other};
    if (folder_has("placeholder-upside-down")) record->asset.placeholder = (picker_bytes){turned, sizeof turned};
    // A fault: that of the kit's first photo by this name, whatever took its place.
    static const uint8_t first[16] = {1, 0, 2, 2, 200, 40, 40, 40, 180, 40, 40, 40, 200, 190, 190, 120};
    bool is_replaced = strstr(photo->path, "replaced-image") != NULL;
    if (folder_has("placeholder-of-before") && is_replaced) {
        record->asset.placeholder = (picker_bytes){first, sizeof first};
    }
    if (folder_has("short-record")) record->asset.struct_size = offsetof(picker_asset, placeholder);
}

/* What the library is; a folder says no more than that its paths are files. */
picker_status folder_info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = folder_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {.struct_size = sizeof answer, .flags = PICKER_LIBRARY_FILES};
    static _Atomic uint32_t calls;
    if (folder_has("library-info-changes")) answer.call_limit = 1 + calls++;
    if (folder_has("misses-what-it-never-had")) answer.missing_capabilities = PICKER_CAPABILITY_HEIF;
    if (folder_has("misses-what-it-serves")) answer.missing_capabilities = PICKER_CAPABILITY_SORT_FILENAME;
    if (folder_has("overruns-library-info")) {
        *info = answer;
        return PICKER_OK;
    }
    folder_fill(info, &answer, sizeof answer);
    return PICKER_OK;
}

/* A fault: what is wrong is told with nothing said, and told on. */
static picker_status tell_nothing(const picker_diagnostic_sink *sink)
{
    for (int number = 0; number < 3; number++) {
        picker_diagnostic record = {
            .struct_size = sizeof record, .reason = PICKER_IO, .relative_path = folder_string("a.ppm")};
        sink->emit(sink->context, &record);
    }
    return PICKER_OK;
}

picker_status folder_diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    folder_note("leaks-diagnostics");
    picker_status status = folder_check(context, call, error);
    if (status == PICKER_OK && folder_has("diagnostics-go-on")) return tell_nothing(sink);
    picker_diagnostic whole = {
        .struct_size = sizeof whole, .reason = PICKER_ACCESS_DENIED, .relative_path = folder_string(".")};
    if (status == PICKER_OK && folder_has("says-not-what-to-do")) sink->emit(sink->context, &whole);
    if (status != PICKER_OK || !folder_has("diagnostic-is-ok")) return status;
    picker_diagnostic record = {.struct_size = sizeof record, .relative_path = folder_string("a.ppm")};
    sink->emit(sink->context, &record);
    return PICKER_OK;
}
