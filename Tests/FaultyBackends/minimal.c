#include "minimal.h"

#include <stdlib.h>
#include <string.h>

minimal_counters minimal_count = {.struct_size = sizeof(minimal_counters)};
picker_status (*minimal_opening)(const picker_open_request *request, picker_error *error);
void (*minimal_patch_library)(picker_library *library);
void (*minimal_patch_asset)(picker_asset *asset);
const picker_link *minimal_asset_link;
const picker_link *minimal_frame_link;
_Atomic uint64_t minimal_version = 1;

picker_string minimal_string(const char *text) { return (picker_string){text, strlen(text)}; }

int minimal_equal(picker_string left, const char *right)
{
    return left.data != NULL && left.length == strlen(right) && memcmp(left.data, right, left.length) == 0;
}

picker_status minimal_fail(picker_error *error, picker_status status, const char *message)
{
    size_t length = strlen(message);
    if (length > error->message_capacity) length = error->message_capacity;
    if (length > 0) memcpy(error->message, message, length);
    error->message_length = (uint32_t)length;
    return status;
}

picker_status minimal_refuse_links(const picker_link *first, picker_error *error)
{
    if (picker_links_may_be_ignored(first)) return PICKER_OK;
    return minimal_fail(error, PICKER_UNSUPPORTED, "the request has a part that is not known");
}

picker_status minimal_check(void *library_context, const picker_call *call, picker_error *error)
{
    minimal_state *state = library_context;
    if (atomic_load(&state->shutting_down)) return minimal_fail(error, PICKER_CLOSED, "the library is shutting down");
    picker_status status = call == NULL ? PICKER_OK : call->check(call->context);
    return status == PICKER_OK ? PICKER_OK : minimal_fail(error, status, "ended early");
}

void minimal_copy_table(void *to, uint32_t capacity, const void *from, uint32_t size)
{
    uint32_t filled = size < capacity ? size : capacity;
    memcpy(to, from, filled);
    memcpy(to, &filled, sizeof filled);
}

static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    (void)context, (void)error;
    static picker_string formats[1];
    formats[0] = minimal_string("public.pbm");
    picker_backend_info answer = {
        .priority = MINIMAL_PRIORITY,
        .header_revision = PICKER_HEADER_REVISION,
        .id = minimal_string(MINIMAL_ID),
        .name = minimal_string("Minimal (" MINIMAL_ID ")"),
        .version = minimal_string("1.0.0"),
        .formats = formats,
        .format_count = 1,
    };
    minimal_copy_table(info, info->struct_size, &answer, sizeof answer);
    return PICKER_OK;
}

static picker_status probe(void *context, picker_error *error)
{
    (void)context, (void)error;
    return PICKER_OK;
}

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *library, picker_error *error)
{
    (void)context;
    picker_status status = minimal_refuse_links(request->next, error);
    if (status == PICKER_OK && minimal_opening != NULL) status = minimal_opening(request, error);
    if (status != PICKER_OK) return status;
    status = call->check(call->context);
    if (status != PICKER_OK) return minimal_fail(error, status, "ended early");
    minimal_state *state = calloc(1, sizeof *state);
    if (state == NULL) return minimal_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a library");
    picker_library table;
    minimal_make_library(&table, state);
    if (minimal_patch_library != NULL) minimal_patch_library(&table);
    minimal_copy_table(library, library->struct_size, &table, table.struct_size);
    atomic_fetch_add(&minimal_count.libraries_opened, 1);
    return PICKER_OK;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context;
    return minimal_equal(id, MINIMAL_EXT_COUNTERS) ? &minimal_count : NULL;
}

static void destroy(void *context) { (void)context; }

picker_status minimal_entry(const picker_entry_request *request, picker_backend *backend, picker_error *error)
{
    picker_status status = minimal_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    picker_backend table = {
        .context = &minimal_count,
        .info = info,
        .probe = probe,
        .open_library = open_library,
        .get_extension = get_extension,
        .destroy = destroy,
    };
    minimal_copy_table(backend, backend->struct_size, &table, sizeof table);
    return PICKER_OK;
}
