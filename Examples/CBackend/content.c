/*
 * content.c - the bytes of a photo, whether it is a file or a member of an archive, stored or deflated.
 */
#include "archives.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* About 10 ms of work from a slow disk, and the unit between two questions whether to go on (R12.1). */
enum { PIECE = 1 << 17 };

/* FNV-1a over what changes when a file is written, replaced or exchanged for another. */
uint64_t content_version(const struct stat *status)
{
    uint64_t parts[] = {
        (uint64_t)status->st_dev,          (uint64_t)status->st_ino,          (uint64_t)status->st_size,
        (uint64_t)status->st_mtim.tv_sec,  (uint64_t)status->st_mtim.tv_nsec, (uint64_t)status->st_ctim.tv_sec,
        (uint64_t)status->st_ctim.tv_nsec,
    };
    uint64_t hash = 14695981039346656037ull;
    for (size_t index = 0; index < sizeof parts; index++) {
        hash = (hash ^ ((const uint8_t *)parts)[index]) * 1099511628211ull;
    }
    return hash == 0 ? 1 : hash;
}

picker_status content_open(const library *library, const photo *photo, int *file, picker_error *error)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%.*s", library->root, (int)photo->file_length, photo->path) < 0) {
        return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a path");
    }
    /* O_NONBLOCK: should a FIFO be there now, open must not wait for a writer. */
    *file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    int code = errno;
    free(path);
    if (*file < 0) return abi_fail_errno(error, code, "the file cannot be opened");

    picker_status status = content_check(*file, photo, error);
    if (status != PICKER_OK) close(*file);
    return status;
}

picker_status content_check(int file, const photo *photo, picker_error *error)
{
    /*
     * The number of the file itself is compared: a path that leads through a symbolic link by now, out of the library
     * perhaps, gives another file and is refused with all others that changed (R15.5).
     */
    struct stat status;
    if (fstat(file, &status) == 0 && content_version(&status) == photo->file_version) return PICKER_OK;
    return abi_fail(error, PICKER_CHANGED, "the file changed since the library was opened");
}

static picker_status read_stored(int file, uint64_t offset, uint8_t *buffer, uint64_t count, const picker_call *call,
                                 uint64_t *length, picker_error *error)
{
    for (*length = 0; *length < count;) {
        picker_status status = call->check(call->context);
        if (status != PICKER_OK) return abi_fail(error, status, "ended early");
        uint64_t wanted = count - *length < PIECE ? count - *length : PIECE;
        ssize_t got = pread(file, buffer + *length, wanted, (off_t)(offset + *length));
        if (got < 0) return abi_fail_errno(error, errno, "the file cannot be read");
        if (got == 0) return abi_fail(error, PICKER_CHANGED, "the file became shorter");
        *length += (uint64_t)got;
    }
    return PICKER_OK;
}

/* A deflated member has no way to its middle: what lies before `offset` is inflated, too, and thrown away. */
typedef struct inflation {
    z_stream stream;
    uint64_t read, skip;
    uint8_t input[PIECE], thrown_away[PIECE];
} inflation;

static void set_output(inflation *inflation, uint8_t *buffer, uint64_t capacity, uint64_t length)
{
    uint64_t room = inflation->skip > 0 ? inflation->skip : capacity - length;
    inflation->stream.next_out = inflation->skip > 0 ? inflation->thrown_away : buffer + length;
    inflation->stream.avail_out = (uInt)(room < PIECE ? room : PIECE);
}

static picker_status inflate_to(inflation *inflation, int file, const photo *photo, uint8_t *buffer, uint64_t capacity,
                                const picker_call *call, uint64_t *length, picker_error *error)
{
    for (int result = Z_OK; result != Z_STREAM_END && (inflation->skip > 0 || *length < capacity);) {
        if (inflation->stream.avail_in == 0) {
            uint64_t left = photo->stored - inflation->read, got = 0;
            picker_status status = read_stored(file, photo->offset + inflation->read, inflation->input,
                                               left < PIECE ? left : PIECE, call, &got, error);
            if (status != PICKER_OK) return status;
            inflation->read += got;
            inflation->stream.next_in = inflation->input;
            inflation->stream.avail_in = (uInt)got;
        }
        set_output(inflation, buffer, capacity, *length);
        uInt room = inflation->stream.avail_out;
        result = inflate(&inflation->stream, Z_NO_FLUSH);
        uint64_t made = room - inflation->stream.avail_out;
        if (result != Z_OK && result != Z_STREAM_END) {
            return abi_fail(error, PICKER_CORRUPT_MEDIA, "the archive is damaged where this photo lies");
        }
        if (inflation->skip > 0) {
            inflation->skip -= made;
        } else {
            *length += made;
        }
    }
    return PICKER_OK;
}

static picker_status read_deflated(int file, const photo *photo, uint64_t offset, uint8_t *buffer, uint64_t count,
                                   const picker_call *call, uint64_t *length, picker_error *error)
{
    inflation *inflation = calloc(1, sizeof *inflation);
    /* Negative: raw deflate, without the header of zlib. */
    if (inflation == NULL || inflateInit2(&inflation->stream, -MAX_WBITS) != Z_OK) {
        free(inflation);
        return abi_fail(error, PICKER_OUT_OF_MEMORY, "no memory to inflate with");
    }
    inflation->skip = offset;
    picker_status status = inflate_to(inflation, file, photo, buffer, count, call, length, error);
    inflateEnd(&inflation->stream);
    free(inflation);
    return status;
}

picker_status content_read(int file, const photo *photo, uint64_t offset, uint8_t *buffer, uint64_t capacity,
                           const picker_call *call, uint64_t *length, picker_error *error)
{
    *length = 0;
    if (offset >= photo->size) return PICKER_OK;
    uint64_t count = photo->size - offset < capacity ? photo->size - offset : capacity;
    if (photo->is_deflated) return read_deflated(file, photo, offset, buffer, count, call, length, error);
    return read_stored(file, photo->offset + offset, buffer, count, call, length, error);
}
