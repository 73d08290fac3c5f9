#define _GNU_SOURCE
#include "folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A fault: bytes are read in two halves, without a look whether the file is still what it was. */
static ssize_t read_halves(int file, const picker_read_request *request, const picker_call *call)
{
    ssize_t half = (ssize_t)request->capacity / 2;
    ssize_t count = pread(file, request->buffer, (size_t)half, (off_t)request->offset);
    if (count < half) return count;
    call->check(call->context);
    ssize_t rest = pread(file, request->buffer + half, request->capacity - (uint64_t)half,
                         (off_t)(request->offset + (uint64_t)half));
    return rest < 0 ? rest : count + rest;
}

/* A megabyte at a time; -2 when `check` says so. */
static ssize_t read_pieces(library *library, int file, uint8_t *buffer, uint64_t capacity, uint64_t offset,
                           const picker_call *call)
{
    picker_error unused = {.struct_size = sizeof unused};
    ssize_t total = 0;
    for (ssize_t count = 1; count > 0 && (uint64_t)total < capacity; total += count) {
        bool is_asking = total > 0 && !folder_has("reads-without-asking");
        if (is_asking && folder_check(library, call, &unused) != PICKER_OK) return -2;
        uint64_t left = capacity - (uint64_t)total;
        count = pread(file, buffer + total, left < 1 << 20 ? left : 1 << 20, (off_t)(offset + (uint64_t)total));
        if (count < 0) return -1;
    }
    return total;
}

static picker_status read_file(library *library, const photo *photo, const picker_read_request *request,
                               const picker_call *call, uint64_t *length, picker_error *error)
{
    int file = folder_open(library, photo);
    if (file < 0) return folder_fail(error, PICKER_NOT_FOUND, "the file is gone");
    uint64_t capacity = request->capacity;
    if (folder_has("reads-short") && capacity > 1) capacity -= 1;
    uint64_t offset = folder_has("offset-is-32-bits") ? (uint32_t)request->offset : request->offset;
    if (folder_has("reads-a-megabyte") && capacity > 1 << 20) capacity = 1 << 20;
    folder_pass_by();
    ssize_t count = offset > INT64_MAX ? 0 : read_pieces(library, file, request->buffer, capacity, offset, call);
    if (count < -1) return close(file), folder_check(library, call, error);
    struct stat about;
    bool is_other = fstat(file, &about) != 0 || folder_version(&about) != photo->version;
    if (is_other && !folder_has("remembers-version") && !folder_has("ignores-version")) {
        return close(file), folder_fail(error, PICKER_CHANGED, "it changed meanwhile");
    }
    if (folder_has("reads-halves") && count > 0) count = read_halves(file, request, call);
    close(file);
    if (folder_has("closes-again-later") && folder_check(library, call, error) == PICKER_OK) close(file);
    if (count < 0) return folder_fail(error, PICKER_IO, "the file cannot be read");
    *length = (uint64_t)count;
    if (folder_has("read-changes-bytes") && count > 40) request->buffer[40] ^= 1;
    if (folder_has("read-overruns")) request->buffer[request->capacity] = 0;
    bool is_behind = request->offset >= photo->byte_size;
    if (is_behind && folder_has("read-behind-end-fails")) return folder_fail(error, PICKER_IO, "behind the end");
    return PICKER_OK;
}

/* A fault: the name of what is read lies where the next call puts its own. */
static picker_string shared_name(picker_string name)
{
    static char shared[64];
    if (!folder_has("shares-names") || name.length > sizeof shared) return name;
    memcpy(shared, name.data, name.length);
    usleep(2000);
    return (picker_string){shared, name.length};
}

/* A fault: the version of a photo is that of the first read. */
static uint64_t remembered_version(const photo *photo)
{
    static char identifier[sizeof photo->identifier];
    static uint64_t version;
    if (!folder_has("remembers-version")) return photo->version;
    if (strcmp(identifier, photo->identifier) != 0) {
        strcpy(identifier, photo->identifier);
        version = photo->version;
    }
    return version;
}

picker_status folder_read(void *context, const picker_read_request *request, const picker_call *call, uint64_t *length,
                          picker_error *error)
{
    library *library = context;
    picker_status status = folder_check(library, call, error);
    if (status == PICKER_CANCELLED && folder_has("cancelled-read-waits")) usleep(4500000);
    if (status == PICKER_OK) status = folder_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    bool is_local = (request->flags & PICKER_REQUEST_ALLOW_NETWORK) == 0;
    if (is_local && folder_has("files-take-the-network")) {
        return folder_fail(error, PICKER_NETWORK_NOT_ALLOWED, "the folder is on this machine, and no one asked it");
    }
    if (folder_has("hang-after-cancelled-image") && atomic_load(&library->had_cancelled_image)) {
        for (;;)
            pause();
    }
    picker_string identifier = shared_name(request->local_identifier);
    photo_list all = folder_walk(library->root);
    const photo *found = folder_find(&all, identifier);
    bool is_other = request->version_token != 0 && found != NULL && request->version_token != remembered_version(found);
    if (folder_has("hides-hidden-bytes") && found != NULL && found->is_hidden) found = NULL;
    if (found == NULL && folder_has("closes-input")) close(STDIN_FILENO);
    if (found == NULL || (request->representation != 0 && !folder_has("any-representation"))) {
        status = folder_fail(error, PICKER_NOT_FOUND, "no such representation");
    } else if (is_other && !folder_has("ignores-version")) {
        status = folder_fail(error, PICKER_CHANGED, "another version");
    } else {
        status = read_file(library, found, request, call, length, error);
    }
    folder_free(&all);
    folder_leak();
    return status;
}
