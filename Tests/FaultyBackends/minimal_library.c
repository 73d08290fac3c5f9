#include "minimal.h"

#include <stdlib.h>

static const char *const identifiers[MINIMAL_ASSETS] = {"minimal-landscape", "minimal-portrait"};
static const char *const filenames[MINIMAL_ASSETS] = {"landscape.pbm", "portrait.pbm"};
static const picker_time noon_2020 = 1577880000000;

const char *minimal_asset_identifier(uint32_t index) { return identifiers[index]; }

uint32_t minimal_asset_index(picker_string identifier)
{
    uint32_t index = 0;
    while (index < MINIMAL_ASSETS && !minimal_equal(identifier, identifiers[index]))
        index++;
    return index;
}

void minimal_make_asset(uint32_t index, picker_asset *asset)
{
    *asset = (picker_asset){
        .struct_size = sizeof *asset,
        .flags = PICKER_ASSET_HAS_CREATION_TIME | PICKER_ASSET_HAS_MODIFICATION_TIME,
        .next = minimal_asset_link,
        .local_identifier = minimal_string(identifiers[index]),
        .filename = minimal_string(filenames[index]),
        .relative_path = minimal_string(filenames[index]),
        .content_type = minimal_string("public.pbm"),
        .media_type = PICKER_MEDIA_IMAGE,
        .pixel_width = index == 0 ? 64 : 48,
        .pixel_height = index == 0 ? 48 : 64,
        .creation_time = noon_2020 + index,
        .modification_time = noon_2020 + index,
        .creation_source = PICKER_DATE_MODIFICATION,
        .byte_size = minimal_byte_size(index),
        .version_token = minimal_version,
        .representation_count = 1,
    };
    if (minimal_patch_asset != NULL) minimal_patch_asset(asset);
}

static picker_collection make_collection(const char *identifier, const char *title, uint32_t type, uint32_t subtype)
{
    return (picker_collection){
        .struct_size = sizeof(picker_collection),
        .flags = PICKER_COLLECTION_HAS_COUNT | PICKER_COLLECTION_HAS_TIMES,
        .local_identifier = minimal_string(identifier),
        .title = minimal_string(title),
        .type = type,
        .subtype = subtype,
        .estimated_count = MINIMAL_ASSETS,
        .start_time = noon_2020,
        .end_time = noon_2020 + MINIMAL_ASSETS - 1,
    };
}

static picker_collection make_camera_roll(void)
{
    return make_collection("minimal-roll", "Camera Roll", PICKER_COLLECTION_SMART_ALBUM, PICKER_COLLECTION_CAMERA_ROLL);
}

static picker_collection make_album(void)
{
    return make_collection("minimal-album", "Album", PICKER_COLLECTION_ALBUM, PICKER_COLLECTION_GENERIC);
}

int minimal_has_collection(picker_string identifier)
{
    return minimal_equal(identifier, "minimal-roll") || minimal_equal(identifier, "minimal-album");
}

/* What the library is: nothing to be said, since its photos are in memory. */
static picker_status info(void *context, picker_library_info *info, picker_error *error)
{
    picker_status status = minimal_check(context, NULL, error);
    if (status != PICKER_OK) return status;
    picker_library_info answer = {.struct_size = sizeof answer};
    minimal_copy_table(info, info->struct_size, &answer, sizeof answer);
    return PICKER_OK;
}

static picker_status authorization_status(void *context, const picker_call *call, uint32_t *answer, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status == PICKER_OK) *answer = PICKER_AUTHORIZATION_AUTHORIZED;
    return status;
}

static picker_status collections(void *context, picker_string parent, uint32_t types,
                                 const picker_collection_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    if (parent.data != NULL) return minimal_fail(error, PICKER_NOT_FOUND, "there are no folder collections");
    picker_collection all[] = {make_camera_roll(), make_album()};
    for (uint32_t index = 0; index < 2; index++) {
        if (types != 0 && (types & (1u << all[index].type)) == 0) continue;
        if (sink->emit(sink->context, &all[index]) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

static picker_status camera_roll(void *context, const picker_collection_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    picker_collection roll = make_camera_roll();
    sink->emit(sink->context, &roll);
    return PICKER_OK;
}

static picker_status collection(void *context, picker_string identifier, const picker_collection_sink *sink,
                                const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    if (!minimal_has_collection(identifier)) return minimal_fail(error, PICKER_NOT_FOUND, "no such collection");
    picker_collection record = minimal_equal(identifier, "minimal-roll") ? make_camera_roll() : make_album();
    sink->emit(sink->context, &record);
    return PICKER_OK;
}

static picker_status key_assets(void *context, picker_string collection, uint32_t media_types,
                                const picker_asset_sink *sink, const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    if (!minimal_has_collection(collection)) return minimal_fail(error, PICKER_NOT_FOUND, "no such collection");
    if (media_types != 0 && (media_types & PICKER_MEDIA_MASK_IMAGE) == 0) return PICKER_OK;
    for (uint32_t index = 0; index < MINIMAL_ASSETS; index++) {
        picker_asset asset;
        minimal_make_asset(index, &asset);
        if (sink->emit(sink->context, &asset) != PICKER_CONTINUE) break;
    }
    return PICKER_OK;
}

static picker_status details(void *context, picker_string identifier, const picker_details_sink *sink,
                             const picker_call *call, picker_error *error)
{
    picker_status status = minimal_check(context, call, error);
    if (status != PICKER_OK) return status;
    uint32_t index = minimal_asset_index(identifier);
    if (index == MINIMAL_ASSETS) return minimal_fail(error, PICKER_NOT_FOUND, "no such asset");
    picker_asset asset;
    minimal_make_asset(index, &asset);
    picker_representation photo = {
        .struct_size = sizeof photo,
        .role = PICKER_ROLE_PHOTO,
        .filename = asset.filename,
        .relative_path = asset.relative_path,
        .content_type = asset.content_type,
        .byte_size = asset.byte_size,
        .version_token = asset.version_token,
        .pixel_width = asset.pixel_width,
        .pixel_height = asset.pixel_height,
    };
    const picker_representation *all[] = {&photo};
    picker_asset_details record = {
        .struct_size = sizeof record, .representation_count = 1, .asset = &asset, .representations = all};
    sink->emit(sink->context, &record);
    return PICKER_OK;
}

static picker_status observe(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error)
{
    (void)sink;
    picker_status status = minimal_check(context, call, error);
    return status != PICKER_OK ? status : minimal_fail(error, PICKER_UNSUPPORTED, "this library never changes");
}

static picker_status changes_since(void *context, picker_bytes token, const picker_change_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    (void)token, (void)sink;
    picker_status status = minimal_check(context, call, error);
    return status != PICKER_OK ? status : minimal_fail(error, PICKER_UNSUPPORTED, "this library never changes");
}

static picker_status diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error)
{
    (void)sink;
    return minimal_check(context, call, error);
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context, (void)id;
    return NULL;
}

static void begin_shutdown(void *context)
{
    minimal_state *state = context;
    atomic_store(&state->shutting_down, 1);
}

static void close(void *context)
{
    free(context);
    atomic_fetch_add(&minimal_count.libraries_closed, 1);
}

void minimal_make_library(picker_library *library, minimal_state *state)
{
    *library = (picker_library){
        .struct_size = sizeof *library,
        .context = state,
        .info = info,
        .authorization_status = authorization_status,
        .collections = collections,
        .camera_roll = camera_roll,
        .collection = collection,
        .count = minimal_count_assets,
        .key_assets = key_assets,
        .fetch = minimal_fetch,
        .details = details,
        .request_image = minimal_request_image,
        .read = minimal_read,
        .observe = observe,
        .changes_since = changes_since,
        .diagnostics = diagnostics,
        .get_extension = get_extension,
        .begin_shutdown = begin_shutdown,
        .close = close,
    };
}
