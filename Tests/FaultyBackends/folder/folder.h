/*
 * folder.h - a small conforming backend over a folder of binary PPM files: the base of backends that break one rule
 * each. It keeps nothing and walks the folder with every call.
 *
 * Which fault it has is written into the finished library: see fault.c.
 */
#ifndef FOLDER_H
#define FOLDER_H

#include <picker/backend_api.h>

#include <stdatomic.h>
#include <stdbool.h>

/* fault.c: whether this backend has that fault. */
bool folder_has(const char *fault);
/* A fault: says in the place of the kit that a check passed. */
void folder_forge(void);
/* Whether the fault's name begins so: "ext-write-none" offers org.picker.write/1 and breaks no rule. */
bool folder_is_about(const char *beginning);

#define FOLDER_PATH 512

/* A file of the folder; `path` is relative to the root. */
typedef struct photo {
    char path[FOLDER_PATH];
    char identifier[24];
    uint64_t byte_size;
    int64_t modified;
    uint64_t version;
    uint32_t width;
    uint32_t height;
    /* Where the pixels begin in the file. */
    uint32_t header;
    bool is_hidden;
    bool is_video;
    /* Of a video, in seconds. */
    double duration;
    /* Frames in a second. */
    double rate;
    bool has_sound;
} photo;

typedef struct photo_list {
    photo *photos;
    uint64_t count;
    uint64_t capacity;
} photo_list;

/* A whole picture in memory. */
typedef struct picture {
    uint8_t *samples;
    uint32_t width;
    uint32_t height;
} picture;

/* A backend. */
typedef struct backend {
    const picker_host *host;
} backend;

/* An open library. */
typedef struct library {
    backend *backend;
    char root[FOLDER_PATH];
    atomic_bool is_shutting_down;
    /* Which wait for their bytes. */
    atomic_int additions;
    /* Frames whose pixels a fault keeps an eye on. */
    uint8_t *last_pixels;
    uint64_t last_size;
    atomic_uint filtered_media;
    atomic_ulong fetches;
    atomic_ulong requests;
    /* Fetches that are not released, and what calls before leave behind: for faults that take more than one call. */
    atomic_ulong live_fetches;
    atomic_bool had_cancelled_image;
    atomic_bool is_narrowed;
    photo first_asked_for;
} library;

/* walk.c */
photo_list folder_walk(const char *root);
void folder_free(photo_list *list);
/* NULL when there is none. */
const photo *folder_find(const photo_list *list, picker_string identifier);
/* The folder that a photo lies in: the length of its path. */
size_t folder_length(const char *path);
/* What is behind the last slash. */
const char *folder_name(const char *path);
struct stat;
/* What changes with the content of a file. */
uint64_t folder_version(const struct stat *about);
/* A fault: takes what is never given back. */
void folder_leak(void);
/* The same, of a hundred bytes, when the backend has this fault. */
void folder_note(const char *fault);
/* What an identifier stands for; the numbers are those of docs/abi.md, R8.4. */
typedef enum subject { SUBJECT_ASSET = 1, SUBJECT_FOLDER = 2, SUBJECT_SMART_ALBUM = 3 } subject;
void folder_identify(const char *root, subject subject, const char *path, char identifier[24]);
/* A fault: what identifiers depend on besides. */
extern uint64_t folder_salt;
/* The text of a path: '?' becomes U+FFFD for what is not UTF-8. Whether it says the path exactly. */
bool folder_text(const char *path, char text[FOLDER_PATH * 3]);

/* records.c */
typedef struct asset_record {
    picker_asset asset;
    char text[FOLDER_PATH * 3];
    uint8_t placeholder[256];
    picker_camera_metadata camera;
    picker_string keyword;
} asset_record;
void folder_asset(const photo *photo, asset_record *record);
picker_status folder_info(void *context, picker_library_info *info, picker_error *error);
picker_status folder_diagnostics(void *context, const picker_diagnostic_sink *sink, const picker_call *call,
                                 picker_error *error);

/* fetch.c */
picker_status folder_fetch(void *context, const picker_fetch_request *request, const picker_call *call,
                           picker_fetch *fetch, picker_error *error);
picker_status folder_count(void *context, const picker_fetch_request *request, const picker_call *call, uint64_t *count,
                           picker_error *error);

/* What a fetch found; its context is that of the fetch. */
library *folder_fetched(void *context, const photo_list **found);

/* days.c */
extern const picker_days_v1 folder_days;

/* select.c: photos that a request asks for, in order */
picker_status folder_select(library *library, const picker_fetch_request *request, photo_list *found,
                            picker_error *error);

/* facts.c: what people say of a photo, and conditions on it */
typedef struct photo_facts {
    /* Or NULL. */
    const char *title, *caption, *keyword;
    uint32_t rating;
    bool has_rating;
    bool has_place;
    double latitude;
    double longitude;
} photo_facts;
void folder_facts_of(const photo *photo, photo_facts *facts);
bool folder_has_facts(const photo *photo, const picker_query *query);
bool folder_are_facts_valid(const picker_query *query);

/* image.c */
picker_status folder_request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error);
/* The file of a photo; -1 when it cannot be opened. */
int folder_open(const library *library, const photo *photo);

/* kept.c: faults; whether there is a picture that was kept of this photo, which is the caller's then */
bool folder_recall(library *library, const photo *photo, picture *picture);
void folder_keep(library *library, const photo *photo, const picture *picture);
void folder_recall_key_assets(picker_string collection, photo_list *found);

/* read.c */
picker_status folder_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                          picker_error *error);

/* Whether an image is being made: for a fault. */
bool folder_is_decoding(void);

/* pixels.c: RGB8 in memory of the frame's own */
/* `call` may be NULL. NULL: there is no memory, or *ended is why the call is to end. */
uint8_t *folder_scale(const picture *picture, const picker_rect *part, uint32_t width, uint32_t height,
                      const picker_call *call, library *library, picker_status *ended);
void folder_release_pixels(void *pixels);

/* video.c: Motion JPEG in AVI */
bool folder_read_video(int file, photo *found);
picker_status folder_facts(const photo *photo, const picker_video_facts_sink *sink, picker_error *error);
picker_status folder_poster(const library *library, const photo *photo, double time, uint32_t box_width,
                            uint32_t box_height, const picker_frame_sink *sink, picker_error *error);

/* write.c */
extern const picker_write_v1 folder_write;

/* account.c */
extern const picker_account_v1 folder_account;

/* extensions.c: those that the fault is about */
uint64_t folder_extra_capabilities(void);
const void *folder_extension(picker_string id);

/* observe.c */
picker_status folder_observe(void *context, const picker_change_sink *sink, const picker_call *call,
                             picker_error *error);

/* guest.c: what a bad guest does within a read, and when a backend is destroyed */
void folder_pass_by(void);
void folder_log_late(const picker_host *host);
/* And when a library is opened. */
void folder_misbehave(library *library);
/* Faults: the root of the first library, and the newest host, serve all. */
void folder_misplace(library *library);
const picker_host *folder_host(const picker_host *host);

/* library.c */
void folder_make_library(picker_library *table, library *library);

/* folder.c: what all of them need */
picker_string folder_string(const char *text);
bool folder_equal(picker_string left, const char *right);
picker_status folder_fail(picker_error *error, picker_status status, const char *message);
/* PICKER_UNSUPPORTED when a request has a link that must be known. */
picker_status folder_refuse_links(const picker_link *first, picker_error *error);
/* PICKER_CLOSED after begin_shutdown, else what the call's check says; `call` or NULL. */
picker_status folder_check(library *library, const picker_call *call, picker_error *error);
/* Copies at most the struct_size bytes that it finds there (R5.3); `from` need not have its own. */
void folder_fill(void *to, const void *from, uint32_t size);
/* The pixels that were handed over last; NULL: they were given back. */
void folder_keep_pixels(uint8_t *pixels);
/* Whether any library of this plugin was closed, and that one is. */
bool folder_has_closed(void);
void folder_note_close(void);
/* Whether any backend of this plugin was destroyed. */
bool folder_is_destroyed(void);

#define FOLDER_HAS_FIELD(pointer, type, field) \
    ((pointer)->struct_size >= offsetof(type, field) + sizeof((pointer)->field))

#endif
