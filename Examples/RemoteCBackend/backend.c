/*
 * backend.c - the entry point, and the table that it fills: what the backend is, and how it opens a library.
 */
#include "shelf.h"

#include <stdlib.h>
#include <string.h>

typedef struct backend {
    const picker_host *host;
} backend;

/* Everything here is constant: info must answer the same as long as the backend lives (R7.4). */
static picker_status info(void *context, picker_backend_info *info, picker_error *error)
{
    (void)context, (void)error;
    static const picker_string formats[] = {{"public.jpeg", 11}, {"public.png", 10}};
    picker_backend_info answer = {
        .struct_size = sizeof answer,
        /* Nothing is in its way: no other backend has these schemes. */
        .priority = 0,
        .header_revision = PICKER_HEADER_REVISION,
        .id = abi_text("photo-shelf"),
        .name = abi_text("Photo Shelf"),
        .version = abi_text("1.0.0"),
        /* The more bits, the more functions must keep their word. A first backend can do with none. */
        .capabilities = 0,
        .formats = formats,
        .format_count = sizeof formats / sizeof formats[0],
        /* With schemes, it opens addresses and no folders (R18.1). */
        .schemes = settings_schemes,
        .scheme_count = settings_scheme_count,
        .settings = settings_described,
        .setting_count = settings_count,
        /* Where plugins are isolated, it may connect to the location's port for this, and not without (R18.5). */
        .required = PICKER_REQUIRES_NETWORK,
        /* OpenSSL, which libcurl brings along, puts itself in order when the process ends (R15.7). */
        .flags = PICKER_RUNTIME_EXIT_HANDLERS,
    };
    abi_give(info, &answer, sizeof answer);
    return PICKER_OK;
}

/* All that this backend needs is linked: if it could be loaded, it can run. The network is another matter (R13.2). */
static picker_status probe(void *context, picker_error *error)
{
    (void)context, (void)error;
    return PICKER_OK;
}

/* The first question: whether the server is there, what it is, and whether it knows the key. */
static picker_status meet(library *library, const picker_call *call, picker_error *error)
{
    picker_status status = server_document(library, "/shelf", call, &library->about, error);
    /* What is nowhere to be found is no photo that is gone. */
    if (status == PICKER_NOT_FOUND) return server_misspoke(library, error);
    if (status != PICKER_OK) return status;
    uint64_t version = 0;
    if (!server_number(library->about, "shelf", &version)) return server_misspoke(library, error);
    if (version != 1) {
        return abi_fail(error, PICKER_UNSUPPORTED,
                        "%s speaks version %llu of its interface, and this backend version 1", library->settings.host,
                        (unsigned long long)version);
    }
    library->title = server_text(library->about, "title");
    library->account = server_text(library->about, "account");
    return PICKER_OK;
}

static picker_status prepare(library *library, const picker_open_request *request, picker_error *error)
{
    picker_status status = settings_read(&library->settings, request, error);
    if (status != PICKER_OK) return status;
    library->facts = facts_new();
    library->connections = connections_new(library->settings.connections);
    if (library->facts != NULL && library->connections != NULL) return PICKER_OK;
    return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a library");
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

    status = prepare(made, &asked, error);
    if (status == PICKER_OK) status = meet(made, call, error);
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
