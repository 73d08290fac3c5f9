/*
 * zip.c - reads the directory of a ZIP archive (PKWARE APPNOTE 6.3.10, sections 4.3 and 4.4). Numbers in it are little
 * endian, and everything that an archive says about itself is checked before it is used.
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    END_SIZE = 22,
    LONGEST_COMMENT = 65535,
    MEMBER_SIZE = 46,
    LOCAL_SIZE = 30,
    /* More is not the directory of an archive of photos. */
    LARGEST_DIRECTORY = 64 << 20,
};

static uint16_t read16(const uint8_t *at) { return (uint16_t)(at[0] | at[1] << 8); }

static uint32_t read32(const uint8_t *at) { return read16(at) | (uint32_t)read16(at + 2) << 16; }

/* Reads exactly so many bytes, or fails. */
static bool read_at(int file, uint64_t offset, uint8_t *to, uint64_t count)
{
    while (count > 0) {
        ssize_t got = pread(file, to, count, (off_t)offset);
        if (got <= 0) return false;
        to += got, offset += (uint64_t)got, count -= (uint64_t)got;
    }
    return true;
}

/* The end record is the last thing in the file, but for a comment of any length up to 65,535. */
static bool find_end(int file, uint64_t file_size, uint8_t end[END_SIZE])
{
    uint64_t length = file_size < END_SIZE + LONGEST_COMMENT ? file_size : END_SIZE + LONGEST_COMMENT;
    uint8_t *tail = length < END_SIZE ? NULL : malloc(length);
    bool is_found = false;
    if (tail != NULL && read_at(file, file_size - length, tail, length)) {
        for (uint64_t at = length - END_SIZE + 1; at-- > 0 && !is_found;) {
            is_found = memcmp(tail + at, "PK\5\6", 4) == 0 && at + END_SIZE + read16(tail + at + 20) == length;
            if (is_found) memcpy(end, tail + at, END_SIZE);
        }
    }
    free(tail);
    return is_found;
}

const char *zip_open(int file, uint64_t file_size, zip_directory *directory)
{
    uint8_t end[END_SIZE];
    if (!find_end(file, file_size, end)) return "it ends in no ZIP directory: not an archive, or cut off";
    uint32_t length = read32(end + 12), offset = read32(end + 16);
    *directory = (zip_directory){.length = length, .members_left = read16(end + 10)};
    if (directory->members_left == 0xFFFF || offset == 0xFFFFFFFF) return "archives above 4 GiB are not read (ZIP64)";
    if (length > LARGEST_DIRECTORY || (uint64_t)offset + length > file_size) return "its ZIP directory is damaged";
    /* One more byte, so that an empty directory is no allocation of nothing. */
    directory->bytes = malloc((uint64_t)length + 1);
    if (directory->bytes == NULL) return "there is no memory for its directory";
    if (read_at(file, offset, directory->bytes, length)) return NULL;
    free(directory->bytes);
    return "it cannot be read";
}

/* A date as MS-DOS keeps it. It has no time zone: that of the camera, most likely. Taken for UTC. */
static picker_time read_date(uint16_t date, uint16_t time)
{
    struct tm parts = {
        .tm_year = (date >> 9) + 80,
        .tm_mon = (date >> 5 & 15) - 1,
        .tm_mday = date & 31,
        .tm_hour = time >> 11,
        .tm_min = time >> 5 & 63,
        .tm_sec = (time & 31) * 2,
    };
    return (picker_time)timegm(&parts) * 1000;
}

bool zip_next(zip_directory *directory, zip_member *member)
{
    const uint8_t *at = directory->bytes + directory->at;
    uint64_t left = directory->length - directory->at;
    if (directory->members_left == 0 || left < MEMBER_SIZE || memcmp(at, "PK\1\2", 4) != 0) return false;
    uint64_t size = (uint64_t)MEMBER_SIZE + read16(at + 28) + read16(at + 30) + read16(at + 32);
    if (size > left) return false;
    *member = (zip_member){
        .name = (const char *)at + MEMBER_SIZE,
        .name_length = read16(at + 28),
        .crc = read32(at + 16),
        .stored = read32(at + 20),
        .size = read32(at + 24),
        .header = read32(at + 42),
        .method = read16(at + 10),
        .is_encrypted = (read16(at + 8) & 1) != 0,
        .modified = read_date(read16(at + 14), read16(at + 12)),
    };
    directory->at += size;
    directory->members_left -= 1;
    return true;
}

uint64_t zip_data_offset(int file, const zip_member *member)
{
    uint8_t local[LOCAL_SIZE];
    if (!read_at(file, member->header, local, sizeof local) || memcmp(local, "PK\3\4", 4) != 0) return 0;
    /* Name and extra field again, the latter often of another length than in the directory. */
    return (uint64_t)member->header + LOCAL_SIZE + read16(local + 26) + read16(local + 28);
}
