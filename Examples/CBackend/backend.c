/*
 * backend.c - the entry point, and the table that it fills: what the backend is, and how it opens a library.
 */
#include "archives.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct backend {
    const picker_host *host;
} backend;

/* Everything here is constant: info must answer the same as long as the backend lives (R7.4). */
static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    (void)context, (void)error;
    static const picker_string formats[] = {{"public.jpeg", 11}};
    picker_backend_info answer = {
        .struct_size = sizeof answer,
        /* `auto` prefers Picker's own backends, which have 100 and more: this one is asked for by name. */
        .priority = 10,
        .header_revision = PICKER_HEADER_REVISION,
        .id = abi_text("photo-archives"),
        .name = abi_text("Photo Archives"),
        .version = abi_text("1.0.0"),
        /* The more bits, the more functions must keep their word. A first backend can do with none. */
        .capabilities = PICKER_CAPABILITY_EXACT_SIZE,
        .formats = formats,
        .format_count = sizeof formats / sizeof formats[0],
    };
    abi_give(info, &answer, sizeof answer);
    return PICKER_OK;
}

/* All that this backend needs is linked: if it could be loaded, it can run. */
static picker_status probe(void *context, picker_error *error)
{
    (void)context, (void)error;
    return PICKER_OK;
}

/* What the host passes is valid until the call returns: keep copies, not pointers (R9.5). */
static char *copy_path(picker_bytes path)
{
    char *copy = malloc(path.length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, path.data, path.length);
    copy[path.length] = 0;
    return copy;
}

static picker_status refuse_root(const char *root, picker_error *error)
{
    struct stat status;
    if (stat(root, &status) != 0) return abi_fail_errno(error, errno, "the folder cannot be opened");
    if (S_ISDIR(status.st_mode)) return PICKER_OK;
    return abi_fail(error, PICKER_INVALID_ARGUMENT, "the library is not a folder");
}

static picker_status open_library(void *context, const picker_open_request *request, const picker_call *call,
                                  picker_library *table, picker_error *error)
{
    const backend *backend = context;
    picker_open_request asked = {0};
    abi_take(&asked, sizeof asked, request);
    picker_status status = abi_refuse_links(asked.next, error);
    if (status != PICKER_OK) return status;

    library *made = calloc(1, sizeof *made);
    if (made == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a library");
    made->host = backend->host;
    const picker_limits_v1 *limits = made->host->get_extension(made->host->context, abi_text(PICKER_EXT_LIMITS));
    if (limits != NULL) abi_take(&made->limits, sizeof made->limits, limits);
    made->root = copy_path(asked.location);

    if (made->root == NULL) status = abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a path");
    if (status == PICKER_OK) status = refuse_root(made->root, error);
    if (status == PICKER_OK) status = library_check(made, call, error);
    if (status == PICKER_OK) {
        identifier_make_key(made->root, made->key);
        identifier_make(made->key, IDENTIFIER_SMART_ALBUM, "camera-roll", made->roll);
        status = walk_library(made, call, error);
    }
    if (status != PICKER_OK) {
        /* The host does not call close for a library that did not open (R9.8). */
        library_free(made);
        return status;
    }
    library_fill_table(made, table);
    return PICKER_OK;
}

static const void *get_extension(void *context, picker_string id)
{
    (void)context, (void)id;
    return NULL;
}

static void destroy(void *context) { free(context); }

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *table,
                                                    picker_error *error)
{
    picker_status status = abi_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    /* A backend for each call, so that one can be destroyed while another lives (R13.3). */
    backend *made = calloc(1, sizeof *made);
    if (made == NULL) return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a backend");
    made->host = request->host;
    picker_backend answer = {
        .struct_size = sizeof answer,
        .context = made,
        .info = info,
        .probe = probe,
        .open_library = open_library,
        .get_extension = get_extension,
        .destroy = destroy,
    };
    abi_give(table, &answer, sizeof answer);
    return PICKER_OK;
}
