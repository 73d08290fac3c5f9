#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Bytes that came from a source. */
typedef struct content {
    uint8_t *bytes;
    uint64_t length;
} content;

static picker_status receive(library *library, const picker_add_request *request, const picker_call *call,
                             content *content, picker_error *error)
{
    uint8_t piece[4096];
    for (;;) {
        picker_status status = folder_check(library, call, error);
        if (status != PICKER_OK) return status;
        if (folder_has("ext-write-cuts-large") && content->length >= 1 << 20) return PICKER_OK;
        uint64_t length = 0;
        status = request->read(request->source_context, piece, sizeof piece, &length);
        if (status != PICKER_OK && folder_has("ext-write-source-error-is-end")) return PICKER_OK;
        if (status != PICKER_OK) return folder_fail(error, status, "the source failed");
        if (folder_has("ext-write-progress-goes-back")) call->progress(call->context, 9 - content->length % 9, 9);
        if (length == 0) return PICKER_OK;
        uint8_t *grown = realloc(content->bytes, content->length + length);
        if (grown == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a file");
        memcpy(grown + content->length, piece, length);
        content->bytes = grown;
        content->length += length;
    }
}

static picker_status refusal(const picker_add_request *request, const content *content, picker_error *error)
{
    bool is_other = (request->flags & PICKER_ADD_HAS_SIZE) != 0 && request->byte_size != content->length;
    if (is_other && !folder_has("ext-write-ignores-size")) {
        return folder_fail(error, PICKER_CHANGED, "not the bytes that were announced");
    }
    bool is_photo = content->length > 2 && memcmp(content->bytes, "P6", 2) == 0;
    if (!is_photo && !folder_has("ext-write-takes-text")) {
        return folder_fail(error, PICKER_UNSUPPORTED_FORMAT, "no PPM file");
    }
    return PICKER_OK;
}

static bool is_name(picker_string name)
{
    if (name.length == 0 || name.length > 200 || folder_equal(name, ".") || folder_equal(name, "..")) return false;
    return folder_has("ext-write-any-name") || memchr(name.data, '/', name.length) == NULL;
}

/* The folder at the top with this identifier; "" for the root itself. */
static bool find_folder(const library *library, picker_string identifier, char folder[FOLDER_PATH])
{
    folder[0] = 0;
    if (identifier.data == NULL) return true;
    bool is_found = false;
    DIR *top = opendir(library->root);
    for (struct dirent *entry = top == NULL ? NULL : readdir(top); entry != NULL && !is_found; entry = readdir(top)) {
        char other[24];
        folder_identify(library->root, SUBJECT_FOLDER, entry->d_name, other);
        is_found = entry->d_type == DT_DIR && folder_equal(identifier, other);
        if (is_found) snprintf(folder, FOLDER_PATH, "%s/", entry->d_name);
    }
    if (top != NULL) closedir(top);
    return is_found || folder_has("ext-write-any-collection");
}

/*
 * Gives a file its name, unless that is taken: also by a link. Faults: what has the name, or the first of those with a number, is
 * replaced.
 */
static bool name_file(const char *part, const char *whole, int number)
{
    bool replaces = folder_has("ext-write-overwrites") || (number == 2 && folder_has("ext-write-third-overwrites"));
    return (replaces ? rename(part, whole) : link(part, whole)) == 0;
}

/* Names a file as was asked, numbered if need be; `path` is what it is called from the root. */
static bool place(const library *library, const char *part, const char *folder, picker_string name,
                  char path[FOLDER_PATH])
{
    char stem[FOLDER_PATH / 2] = {0};
    memcpy(stem, name.data, name.length);
    char *suffix = strrchr(stem, '.');
    char extension[16] = {0};
    if (suffix != NULL) {
        snprintf(extension, sizeof extension, "%s", suffix);
        *suffix = 0;
    }
    for (int number = 1; number < 1000; number++) {
        char numbered[16] = {0};
        if (number > 1) snprintf(numbered, sizeof numbered, " (%d)", number);
        snprintf(path, FOLDER_PATH, "%s%s%s%s", folder, stem, numbered, extension);
        char whole[FOLDER_PATH * 2];
        snprintf(whole, sizeof whole, "%s/%s", library->root, path);
        if (name_file(part, whole, number)) return true;
        if (errno != EEXIST) return false;
    }
    return false;
}

/* Writes all of a file, to the disk. */
static bool fill_file(int file, const content *content)
{
    ssize_t count = write(file, content->bytes, content->length);
    return (count == (ssize_t)content->length && fsync(file) == 0) || folder_has("ext-write-ignores-full-disk");
}

/* That a name is on the disk, too. */
static void keep_names(const char *part)
{
    char folder[FOLDER_PATH * 2];
    snprintf(folder, sizeof folder, "%.*s", (int)folder_length(part), part);
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

/* Complete or not at all: it gets its name when all of it is on the disk. */
static picker_status store(library *library, const char *folder, picker_string name, const content *content,
                           char path[FOLDER_PATH], picker_error *error)
{
    static atomic_uint additions;
    char part[FOLDER_PATH * 2];
    snprintf(part, sizeof part, "%s/%s.adding-%d-%u", library->root, folder, (int)getpid(), additions++);
    int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool is_closed = file < 0 && errno == EACCES;
    if (is_closed && !folder_has("ext-write-closed-is-io")) {
        return folder_fail(error, PICKER_ACCESS_DENIED, "the folder may not be written to");
    }
    if (file < 0 && errno != ENOSPC) return folder_fail(error, PICKER_IO, "no file can be made");
    bool is_whole = file >= 0 && fill_file(file, content);
    if (file >= 0 && !folder_has("ext-write-leaks-descriptor")) close(file);
    bool is_placed = is_whole && place(library, part, folder, name, path);
    bool is_full = !is_whole || errno == ENOSPC;
    unlink(part);
    keep_names(part);
    if (is_placed) return PICKER_OK;
    if (!is_full) return folder_fail(error, PICKER_IO, "no file can be made");
    return folder_fail(error, folder_has("ext-write-full-disk-is-io") ? PICKER_IO : PICKER_NO_SPACE,
                       "the disk is full");
}

/* A fault: what was cancelled leaves a file. */
static void leave_file(const library *library)
{
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/left.ppm", library->root);
    close(open(whole, O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
}

static void emit(library *library, const char *path, const picker_asset_sink *sink)
{
    photo_list all = folder_walk(library->root);
    for (uint64_t at = 0; at < all.count; at++) {
        asset_record record;
        if (strcmp(all.photos[at].path, path) != 0) continue;
        folder_asset(&all.photos[at], &record);
        if (folder_has("ext-write-other-version")) record.asset.version_token ^= 1;
        sink->emit(sink->context, &record.asset);
    }
    folder_free(&all);
}

static picker_status add(void *context, const picker_add_request *request, const picker_asset_sink *sink,
                         const picker_call *call, picker_error *error)
{
    library *library = context;
    char folder[FOLDER_PATH], path[FOLDER_PATH];
    content content = {0};
    picker_status status = folder_check(library, NULL, error);
    if (folder_has("ext-write-after-shutdown") && status == PICKER_CLOSED) return PICKER_OK;
    bool sees_links = !folder_has("ext-write-ignores-links");
    if (status == PICKER_OK && sees_links) status = folder_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    if (!is_name(request->filename)) return folder_fail(error, PICKER_INVALID_ARGUMENT, "no name of a file");
    if (!find_folder(library, request->collection, folder)) {
        return folder_fail(error, PICKER_NOT_FOUND, "no such album");
    }
    atomic_fetch_add(&library->additions, 1);
    status = receive(library, request, call, &content, error);
    atomic_fetch_sub(&library->additions, 1);
    if (folder_has("ext-write-keeps-cancelled") && status == PICKER_CANCELLED) leave_file(library);
    if (status == PICKER_OK) status = refusal(request, &content, error);
    if (folder_has("ext-write-changes-bytes") && content.length > 40) content.bytes[40] ^= 1;
    if (status == PICKER_OK) status = store(library, folder, request->filename, &content, path, error);
    if (status == PICKER_OK) emit(library, path, sink);
    if (status != PICKER_OK || !folder_has("ext-write-leaks-content")) free(content.bytes);
    return status;
}

static picker_status create_album(void *context, picker_string title, const picker_collection_sink *sink,
                                  const picker_call *call, picker_error *error)
{
    library *library = context;
    if (folder_has("ext-write-album-ignores-cancel") && call->check(call->context) != PICKER_OK) call = NULL;
    picker_status status = folder_check(library, call, error);
    if (status != PICKER_OK) return status;
    if (!is_name(title)) return folder_fail(error, PICKER_INVALID_ARGUMENT, "no name of a folder");
    char name[FOLDER_PATH / 2] = {0}, whole[FOLDER_PATH * 2], identifier[24];
    memcpy(name, title.data, title.length);
    if (folder_has("ext-write-another-album")) {
        static int albums;
        snprintf(name + title.length, 8, "%d", ++albums);
    }
    snprintf(whole, sizeof whole, "%s/%s", library->root, name);
    if (mkdir(whole, 0755) != 0 && errno != EEXIST && !folder_has("ext-write-makes-no-album")) {
        return folder_fail(error, errno == EACCES ? PICKER_ACCESS_DENIED : PICKER_IO, "no folder can be made");
    }
    folder_identify(library->root, SUBJECT_FOLDER, name, identifier);
    picker_collection album = {
        .struct_size = sizeof album,
        .flags = PICKER_COLLECTION_EDITABLE,
        .local_identifier = folder_string(identifier),
        .title = title,
        .type = PICKER_COLLECTION_ALBUM,
    };
    sink->emit(sink->context, &album);
    return PICKER_OK;
}

const picker_write_v1 folder_write = {.struct_size = sizeof folder_write, .add = add, .create_album = create_album};
