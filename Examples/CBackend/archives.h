/*
 * archives.h - a backend over a folder of JPEG photos and ZIP archives of JPEG photos.
 *
 * A library is read once, when it is opened. From then on nothing of it changes, and so every function may run on any
 * number of threads at a time without a lock (R11). What changes on the disk later shows when the library is opened
 * again; until then a file that is not the one that was seen is answered with PICKER_CHANGED.
 *
 * Read on in this order: backend.c, library.c, fetch.c, image.c are what the host calls; then what they stand on: abi.c,
 * walk.c, catalog.c, zip.c, content.c, jpeg.c, drawing.c, identifier.c.
 */
#ifndef ARCHIVES_H
#define ARCHIVES_H

#include <picker/backend_api.h>

/* Stands for a date that is not known, in this backend's own structs: the ABI has a flag for that. */
#define NO_DATE INT64_MIN

#include <stdatomic.h>
#include <stdbool.h>
#include <sys/stat.h>

/* 23 characters and a NUL. */
#define IDENTIFIER_SIZE 24

/* ---- What a library is made of ---- */

/* A folder or an archive with photos in it. */
typedef struct album {
    char identifier[IDENTIFIER_SIZE];
    /* UTF-8. */
    char *title;
    uint64_t count;
} album;

typedef struct photo {
    char identifier[IDENTIFIER_SIZE];
    /* From the root, in the bytes of the file system: "2024/a.jpg", or "trip.zip/DCIM/b.jpg" for a member. */
    char *path;
    /* The path as UTF-8, when `path` is not; else NULL. */
    char *text;
    /* The index of its album. */
    uint64_t album;

    /* How much of `path` names the file: all of it, or the archive. */
    size_t file_length;
    /* Which state of that file was seen; see content_version. */
    uint64_t file_version;
    /* Where its bytes lie in that file, how many they are there, and how many when inflated. */
    uint64_t offset, stored, size;
    bool is_deflated;

    uint64_t version;
    picker_time taken, modified;
    /* Not known when the header of the file does not tell: 0. As they are stored, before `orientation`. */
    uint32_t width, height;
    /* 1 to 8, as in EXIF. */
    uint32_t orientation;
} photo;

/* Something that is not shown, and why. */
typedef struct problem {
    char *path, *text;
    picker_status reason;
    const char *message;
} problem;

typedef struct catalog {
    /* Newest first. */
    photo *photos;
    uint64_t photo_count;
    /* The same photos by identifier, for look-ups. */
    const photo **by_identifier;
    album *albums;
    uint64_t album_count;
    problem *problems;
    uint64_t problem_count;
} catalog;

typedef struct library {
    const picker_host *host;
    /* Those of the administrator, 0 where there are none. */
    picker_limits_v1 limits;
    char *root;
    /* What identifiers are made with. */
    uint8_t key[32];
    char roll[IDENTIFIER_SIZE];
    catalog catalog;
    /* The only thing that changes while the library is open. */
    atomic_bool is_shutting_down;
} library;

/* ---- library.c, fetch.c, image.c: the functions of picker_library ---- */

void library_fill_table(library *library, picker_library *table);
/* PICKER_CLOSED after begin_shutdown, else what the call says; `call` may be NULL. */
picker_status library_check(const library *library, const picker_call *call, picker_error *error);
void library_free(library *library);

picker_status fetch_begin(void *context, const picker_fetch_request *request, const picker_call *call,
                          picker_fetch *fetch, picker_error *error);
picker_status fetch_count_all(void *context, const picker_fetch_request *request, const picker_call *call,
                              uint64_t *count, picker_error *error);
picker_status fetch_key_assets(void *context, picker_string collection, uint32_t media_types,
                               const picker_asset_sink *sink, const picker_call *call, picker_error *error);
/* What is told of a photo, in fetches and in details alike. */
picker_asset fetch_asset(const photo *photo);

picker_status image_request(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                            const picker_call *call, picker_error *error);

/* ---- walk.c: what lies in the folder ---- */

/* Fills the catalog of a library that is being opened. */
picker_status walk_library(library *library, const picker_call *call, picker_error *error);

/* ---- catalog.c: the lists of a library; false when memory ran out ---- */

bool catalog_add_problem(catalog *catalog, const char *path, picker_status reason, const char *message);
bool catalog_add_album(catalog *catalog, const uint8_t key[32], const char *path, const char *name, uint64_t *index);
/* Adds a copy of `found`, whose album is there already, with identifier and path. */
bool catalog_add_photo(catalog *catalog, const uint8_t key[32], const photo *found, const char *path);
/* To be called once, when all photos are there: puts them into order, and makes look-ups possible. */
bool catalog_sort(catalog *catalog);
/* NULL when there is none. */
const photo *catalog_find(const catalog *catalog, picker_string identifier);
/* The index of an album, or album_count when there is none. */
uint64_t catalog_find_album(const catalog *catalog, picker_string identifier);
void catalog_free(catalog *catalog);

/* ---- zip.c: the directory of an archive ---- */

typedef struct zip_directory {
    uint8_t *bytes;
    uint64_t length, at;
    uint32_t members_left;
} zip_directory;

typedef struct zip_member {
    const char *name;
    size_t name_length;
    uint32_t crc, stored, size;
    /* Where its local header lies in the archive. */
    uint32_t header;
    uint16_t method;
    bool is_encrypted;
    picker_time modified;
} zip_member;

/* NULL, or what is wrong with the archive. After NULL, `directory->bytes` is to be freed. */
const char *zip_open(int file, uint64_t file_size, zip_directory *directory);
bool zip_next(zip_directory *directory, zip_member *member);
/* Where the bytes of a member begin; 0 when its local header is damaged. */
uint64_t zip_data_offset(int file, const zip_member *member);

/* ---- content.c: the bytes of a photo ---- */

/* A number that changes with the content of a file; never 0. */
uint64_t content_version(const struct stat *status);
/* Opens the file that a photo lies in, if it is still the one that was seen. */
picker_status content_open(const library *library, const photo *photo, int *file, picker_error *error);
/* Whether an open file is still the one that was seen; after reading, so that what was read is of one version. */
picker_status content_check(int file, const photo *photo, picker_error *error);
/* Reads up to `capacity` bytes from `offset`; fewer come at the end only. */
picker_status content_read(int file, const photo *photo, uint64_t offset, uint8_t *buffer, uint64_t capacity,
                           const picker_call *call, uint64_t *length, picker_error *error);

/* ---- jpeg.c ---- */

typedef struct jpeg_facts {
    uint32_t width, height, orientation;
    /* NO_DATE when EXIF does not tell. */
    picker_time taken;
} jpeg_facts;

/* Reads the first bytes of a file. False: it is no JPEG. */
bool jpeg_look(const uint8_t *head, uint64_t length, jpeg_facts *facts);

/* Red, green, blue; rows from the top without gaps. */
typedef struct picture {
    uint8_t *samples;
    uint32_t width, height;
    /* A part is missing. */
    bool is_incomplete;
} picture;

typedef struct jpeg_decoder {
    void *handle;
    const uint8_t *bytes;
    uint64_t length;
    /* As they are stored. */
    uint32_t width, height;
} jpeg_decoder;

/* Reads the header. After PICKER_OK, jpeg_end is to be called. */
picker_status jpeg_begin(jpeg_decoder *decoder, const uint8_t *bytes, uint64_t length, picker_error *error);
/* Decodes at 1/denominator of the size (1, 2, 4 or 8), which saves most of the work. */
picker_status jpeg_decode(jpeg_decoder *decoder, uint32_t denominator, picture *picture, picker_error *error);
void jpeg_end(jpeg_decoder *decoder);

/* ---- drawing.c: which part of a picture, how large, and upright ---- */

typedef struct drawing {
    /* What is to be shown of the whole upright picture, which has whole_width by whole_height pixels. */
    picker_rect part;
    uint32_t whole_width, whole_height;
    /* The size to show it in. */
    uint32_t width, height;
    /* As in EXIF. */
    uint32_t orientation;
    /* width * height * 3 bytes, once it is drawn. */
    uint8_t *samples;
} drawing;

/* Finds part and size for a request; whole size and orientation are set. False: its crop lies outside. */
bool drawing_plan(drawing *drawing, const picker_image_request *request);
/* The most that a JPEG may be decoded smaller for it: 1, 2, 4 or 8. */
uint32_t drawing_denominator(const drawing *drawing);
/* Draws one row from a picture that was decoded in any size. */
void drawing_row(const drawing *drawing, const picture *picture, uint32_t y);

/* ---- identifier.c ---- */

/* What an identifier stands for; the numbers are those of docs/abi.md, R8.4. */
typedef enum identifier_subject { IDENTIFIER_ASSET = 1, IDENTIFIER_FOLDER = 2, IDENTIFIER_SMART_ALBUM = 3 } subject;

void identifier_make_key(const char *root, uint8_t key[32]);
void identifier_make(const uint8_t key[32], subject subject, const char *path, char identifier[IDENTIFIER_SIZE]);

/* ---- abi.c: how structs, texts and errors cross the boundary ---- */

/*
 * Copies a struct of the host's, as much of it as both sides know (R5.2): `own` keeps what it was set to where the
 * host's struct is shorter, and a longer one does no harm.
 */
void abi_take(void *own, uint32_t own_size, const void *hosts);
/* Fills a struct of the host's, at most the struct_size bytes it has, and says how many they are (R5.3). */
void abi_give(void *hosts, const void *own, uint32_t own_size);

picker_string abi_text(const char *text);
bool abi_equal(picker_string left, const char *right);
/* A copy of `path` as UTF-8, U+FFFD for what is not; NULL when `path` is UTF-8 already, or when memory ran out. */
char *abi_utf8(const char *path);
/* PICKER_UNSUPPORTED when a request has a link that must be known: this backend knows none (R5.10). */
picker_status abi_refuse_links(const picker_link *first, picker_error *error);
/* Writes the message, plain ASCII on one line, and returns the status (R10.3). */
picker_status abi_fail(picker_error *error, picker_status status, const char *message);
/* The same for what errno says. */
picker_status abi_fail_errno(picker_error *error, int code, const char *message);

#endif
