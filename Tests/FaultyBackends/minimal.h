/*
 * minimal.h - a small conforming backend over a fixed library in memory: two assets, one album, the camera roll.
 *
 * The files beside it break one rule each: they set minimal_patch_library, or change what minimal_entry filled in.
 * MINIMAL_ID and MINIMAL_PRIORITY can be set on the compiler's command line.
 */
#ifndef MINIMAL_H
#define MINIMAL_H

#include <picker/backend_api.h>

#include <stdatomic.h>

#ifndef MINIMAL_ID
#define MINIMAL_ID "minimal"
#endif
#ifndef MINIMAL_PRIORITY
#define MINIMAL_PRIORITY 1
#endif

/* What the backend counted, for tests: an extension of picker_backend. The counters go on changing. */
#define MINIMAL_EXT_COUNTERS "org.picker.test.counters/1"
typedef struct minimal_counters {
    uint32_t struct_size;
    uint32_t reserved;
    _Atomic uint64_t frames_emitted;
    _Atomic uint64_t frames_released;
    _Atomic uint64_t libraries_opened;
    _Atomic uint64_t libraries_closed;
    _Atomic uint64_t fetches_begun;
    _Atomic uint64_t fetches_released;
} minimal_counters;

extern minimal_counters minimal_count;

/* An open library. */
typedef struct minimal_state {
    atomic_bool shutting_down;
} minimal_state;

/* Asked, when it is set, before a library opens; anything but PICKER_OK refuses it. */
extern picker_status (*minimal_opening)(const picker_open_request *request, picker_error *error);

/* Called, when it is set, with each library's table before it goes to the host. */
extern void (*minimal_patch_library)(picker_library *library);

/* What hangs on each asset and frame that it emits; NULL at first. */
extern const picker_link *minimal_asset_link;
extern const picker_link *minimal_frame_link;

/* Called, when it is set, with each asset before it is emitted. */
extern void (*minimal_patch_asset)(picker_asset *asset);

/* What changes with the content of its assets; 1 at first. */
extern _Atomic uint64_t minimal_version;

/* A conforming entry point under another name. */
picker_status minimal_entry(const picker_entry_request *request, picker_backend *backend, picker_error *error);

/* minimal_library.c */
void minimal_make_library(picker_library *library, minimal_state *state);
const char *minimal_asset_identifier(uint32_t index);
/* The index of an asset, or MINIMAL_ASSETS when there is none with that identifier. */
uint32_t minimal_asset_index(picker_string identifier);
void minimal_make_asset(uint32_t index, picker_asset *asset);
int minimal_has_collection(picker_string identifier);
#define MINIMAL_ASSETS 2u

/* minimal_fetch.c */
picker_status minimal_fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                            picker_fetch *fetch, picker_error *error);
picker_status minimal_count_assets(void *context, const picker_fetch_request *request, const picker_call *call,
                                   uint64_t *count, picker_error *error);

/* minimal_image.c */
picker_status minimal_request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                    const picker_call *call, picker_error *error);
picker_status minimal_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                           picker_error *error);
uint64_t minimal_byte_size(uint32_t index);
/* Emits a grey frame of 4 by 4 pixels with these flags. */
picker_flow minimal_emit_grey(const picker_frame_sink *sink, uint32_t flags);

/* minimal.c: what all of them need */
picker_string minimal_string(const char *text);
int minimal_equal(picker_string left, const char *right);
/* Writes the message as far as it fits and answers `status`. */
picker_status minimal_fail(picker_error *error, picker_status status, const char *message);
/* PICKER_UNSUPPORTED when a request has a link that must be known. */
picker_status minimal_refuse_links(const picker_link *first, picker_error *error);
/* PICKER_CLOSED after begin_shutdown, else what the call's check says; `call` or NULL. */
picker_status minimal_check(void *library_context, const picker_call *call, picker_error *error);
/* Copies at most `capacity` bytes of a table, the size in its first four bytes included (R5). */
void minimal_copy_table(void *to, uint32_t capacity, const void *from, uint32_t size);

#endif
