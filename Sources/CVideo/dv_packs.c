#include "dv_packs.h"

#include <stdlib.h>
#include <string.h>

#include "file.h"

enum { nal_type_sei = 6, sei_user_data = 5 };

// The identifier of the user data, and the name of what is in it. A byte with the number of packs follows, and the packs.
static const uint8_t packs_name[20] = {0x17, 0xee, 0x8c, 0x60, 0xf8, 0x4d, 0x11, 0xd9, 0x8c, 0xd6,
                                       0x08, 0x00, 0x20, 0x0c, 0x9a, 0x66, 'M',  'D',  'P',  'M'};

// Packs of receivers of GPS, from the version of its tags to the date: as in EXIF, 0xb0 and more than its tags.
static const uint8_t first_place = 0xb0, last_place = 0xcf;

// Key frames come every half second, and a file may begin between two.
static const int most_packets = 120;

// Camcorders that write packs record at most four megabytes in a second; a single packet of another video may have hundreds.
static const int64_t most_packet_bytes = 32 << 20;

struct part {
    size_t start, size;
};

static uint32_t big_endian(const uint8_t *bytes, int count)
{
    uint32_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

static size_t start_code(const uint8_t *data, size_t size, size_t from)
{
    for (size_t i = from; i + 3 <= size; i++) {
        if (data[i] == 0 && data[i + 1] == 0 && data[i + 2] == 1) return i;
    }
    return size;
}

// The next NAL unit at or after `*offset`, without what is before it. 0 at the end.
static int next_unit(const uint8_t *data, size_t size, int length_size, size_t *offset, struct part *unit)
{
    if (length_size == 0) {
        size_t code = start_code(data, size, *offset);
        if (code >= size) return 0;
        unit->start = code + 3;
        size_t end = *offset = start_code(data, size, unit->start);
        while (end > unit->start && data[end - 1] == 0)
            end--;
        unit->size = end - unit->start;
        return 1;
    }
    if (size - *offset < (size_t)length_size) return 0;
    size_t length = big_endian(data + *offset, length_size);
    unit->start = *offset + (size_t)length_size;
    if (length > size - unit->start) return 0;
    unit->size = length;
    *offset = unit->start + length;
    return 1;
}

static int is_sei(const uint8_t *data, struct part unit)
{
    return unit.size > sizeof packs_name && (data[unit.start] & 0x1f) == nal_type_sei;
}

// Without the bytes that keep start codes out (section 7.4.1). Returns the size.
static size_t unescape(const uint8_t *from, size_t size, uint8_t *to)
{
    size_t count = 0;
    int zeros = 0;
    for (size_t i = 0; i < size; i++) {
        if (zeros >= 2 && from[i] == 3) {
            zeros = 0;
            continue;
        }
        zeros = from[i] == 0 ? zeros + 1 : 0;
        to[count++] = from[i];
    }
    return count;
}

// The opposite. Returns the size; 0 when there is no room for so much.
static size_t escape(const uint8_t *from, size_t size, uint8_t *to, size_t room)
{
    size_t count = 0;
    int zeros = 0;
    for (size_t i = 0; i < size; i++) {
        int is_escaped = zeros >= 2 && from[i] <= 3;
        if (room - count < (size_t)(1 + is_escaped)) return 0;
        if (is_escaped) to[count++] = 3;
        to[count++] = from[i];
        zeros = from[i] != 0 ? 0 : is_escaped ? 1 : zeros + 1;
    }
    return count;
}

// A number of a message's head: 255 for each full byte, and the rest (section 7.3.2.3.1).
static int read_number(const uint8_t *bytes, size_t size, size_t *offset, size_t *number)
{
    *number = 0;
    while (*offset < size) {
        uint8_t byte = bytes[(*offset)++];
        *number += byte;
        if (byte != 255) return 1;
    }
    return 0;
}

// The content of the next message. 0 when there is none any more.
static int next_message(const uint8_t *bytes, size_t size, size_t *offset, size_t *type, struct part *content)
{
    size_t length;
    if (!read_number(bytes, size, offset, type) || !read_number(bytes, size, offset, &length)) return 0;
    if (length > size - *offset) return 0;
    *content = (struct part){*offset, length};
    *offset += length;
    return 1;
}

// How many packs there are in a message.
static size_t pack_count(const uint8_t *content, size_t size, size_t type)
{
    if (type != sei_user_data || size <= sizeof packs_name) return 0;
    if (memcmp(content, packs_name, sizeof packs_name) != 0) return 0;
    size_t count = content[sizeof packs_name], room = (size - sizeof packs_name - 1) / VIDEO_DV_PACK_SIZE;
    return count < room ? count : room;
}

static int is_place(const uint8_t *pack) { return pack[0] >= first_place && pack[0] <= last_place; }

static size_t write_number(size_t number, uint8_t *to)
{
    size_t count = 0;
    for (; number >= 255; number -= 255)
        to[count++] = 255;
    to[count++] = (uint8_t)number;
    return count;
}

// Copies a message's content without packs of places, its head before it. Returns the size of both.
static size_t copy_without_places(const uint8_t *content, size_t size, size_t count, uint8_t *to)
{
    const uint8_t *packs = content + sizeof packs_name + 1, *end = packs + VIDEO_DV_PACK_SIZE * count;
    size_t left = 0;
    for (const uint8_t *pack = packs; pack < end; pack += VIDEO_DV_PACK_SIZE)
        left += !is_place(pack);
    size_t written = write_number(sei_user_data, to);
    written += write_number(size - VIDEO_DV_PACK_SIZE * (count - left), to + written);
    memcpy(to + written, content, sizeof packs_name);
    written += sizeof packs_name;
    to[written++] = (uint8_t)left;
    for (const uint8_t *pack = packs; pack < end; pack += VIDEO_DV_PACK_SIZE) {
        if (is_place(pack)) continue;
        memcpy(to + written, pack, VIDEO_DV_PACK_SIZE);
        written += VIDEO_DV_PACK_SIZE;
    }
    size_t rest = (size_t)(content + size - end);
    memcpy(to + written, end, rest);
    return written + rest;
}

// Copies the messages of a unit, its first byte not among them. Returns the size, or 0 when there is no place in them.
static size_t without_places(const uint8_t *bytes, size_t size, uint8_t *to)
{
    size_t offset = 0, copied = 0, written = 0, type;
    int has_places = 0;
    struct part content;
    for (; next_message(bytes, size, &offset, &type, &content); copied = offset) {
        const uint8_t *start = bytes + content.start;
        size_t count = pack_count(start, content.size, type), places = 0;
        for (size_t i = 0; i < count; i++)
            places += (size_t)is_place(start + sizeof packs_name + 1 + VIDEO_DV_PACK_SIZE * i);
        if (places > 0) {
            written += copy_without_places(start, content.size, count, to + written);
            has_places = 1;
        } else {
            memcpy(to + written, bytes + copied, offset - copied);
            written += offset - copied;
        }
    }
    memcpy(to + written, bytes + copied, size - copied);
    return has_places ? written + size - copied : 0;
}

// Of what cannot be taken apart: such packs may say a place, and other readers may find them.
static int has_packs(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + sizeof packs_name <= size; i++) {
        if (memcmp(data + i, packs_name, sizeof packs_name) == 0) return 1;
    }
    return 0;
}

// Whether there are packs behind the last message that ends in the unit.
static int has_cut_packs(const uint8_t *bytes, size_t size)
{
    size_t offset = 0, end = 0, type;
    struct part content;
    while (next_message(bytes, size, &offset, &type, &content))
        end = offset;
    return has_packs(bytes + end, size - end);
}

// The new size of a unit; 0 when it has to go.
static size_t drop_places(uint8_t *unit, size_t size)
{
    uint8_t *plain = malloc(2 * size);
    if (!plain) return 0;
    size_t plain_size = unescape(unit + 1, size - 1, plain), kept = size;
    if (has_cut_packs(plain, plain_size)) return free(plain), 0;
    uint8_t *changed = plain + size;
    size_t changed_size = without_places(plain, plain_size, changed);
    if (changed_size > 0) {
        // No unit ends with a zero: it would be taken for a part of the next start code, and the last message for a cut one.
        int is_whole = changed[changed_size - 1] != 0;
        size_t escaped = is_whole ? escape(changed, changed_size, unit + 1, size - 1) : 0;
        kept = escaped > 0 ? escaped + 1 : 0;
    }
    free(plain);
    return kept;
}

static int find_in_unit(const uint8_t *unit, size_t size, uint8_t *packs)
{
    uint8_t *plain = malloc(size);
    if (!plain) return 0;
    size_t plain_size = unescape(unit + 1, size - 1, plain), offset = 0, count = 0, type;
    struct part content;
    while (count == 0 && next_message(plain, plain_size, &offset, &type, &content)) {
        count = pack_count(plain + content.start, content.size, type);
        if (count > 0) memcpy(packs, plain + content.start + sizeof packs_name + 1, VIDEO_DV_PACK_SIZE * count);
    }
    free(plain);
    return (int)count;
}

#pragma GCC visibility push(hidden)

int video_find_dv_packs(const uint8_t *data, size_t size, int length_size, uint8_t *packs)
{
    size_t offset = 0;
    int count = 0;
    struct part unit;
    while (count == 0 && next_unit(data, size, length_size, &offset, &unit)) {
        if (is_sei(data, unit)) count = find_in_unit(data + unit.start, unit.size, packs);
    }
    return count;
}

size_t video_drop_dv_places(uint8_t *data, size_t size, int length_size)
{
    size_t offset = 0, copied = 0, written = 0;
    struct part unit;
    if (length_size == 0) {
        // What is before the first start code is in no unit.
        size_t first = start_code(data, size, 0);
        if (has_packs(data, first)) copied = first;
    }
    while (next_unit(data, size, length_size, &offset, &unit)) {
        size_t kept = is_sei(data, unit) ? drop_places(data + unit.start, unit.size) : unit.size;
        if (kept == unit.size) continue;
        // What is before the unit, and the unit, move to the left. Its length, or its start code, goes with it.
        size_t before = unit.start - copied;
        memmove(data + written, data + copied, before);
        if (kept > 0) {
            memmove(data + written + before, data + unit.start, kept);
            for (int i = 0; i < length_size; i++)
                data[written + before - 1 - (size_t)i] = (uint8_t)(kept >> 8 * i);
            written += before + kept;
        } else {
            written += length_size > 0 ? before - (size_t)length_size : before - 3;
        }
        copied = unit.start + unit.size;
    }
    if (length_size > 0 && has_packs(data + offset, size - offset)) size = offset;
    memmove(data + written, data + copied, size - copied);
    return written + size - copied;
}

int video_nal_length_size(const AVCodecParameters *parameters)
{
    // The version of a decoder's configuration; between start codes, its data begins with zeros.
    int is_configured = parameters->extradata_size >= 7 && parameters->extradata[0] == 1;
    return is_configured ? (parameters->extradata[4] & 3) + 1 : 0;
}

video_code video_read_dv_packs(video_file *file, uint8_t *packs, int *count, video_status *status)
{
    *count = 0;
    if (!file->video || file->video->codecpar->codec_id != AV_CODEC_ID_H264) return VIDEO_OK;
    AVPacket *packet = video_av.av_packet_alloc();
    if (!packet) return video_fail(status, VIDEO_OUT_OF_MEMORY, "no memory");
    int result = 0;
    file->bytes_left = most_packet_bytes;
    for (int left = most_packets; left > 0 && *count == 0 && result >= 0; left--) {
        result = video_av.av_read_frame(file->format, packet);
        if (result >= 0 && packet->stream_index == file->video->index) {
            int length_size = video_nal_length_size(file->video->codecpar);
            *count = video_find_dv_packs(packet->data, (size_t)packet->size, length_size, packs);
        }
        video_av.av_packet_unref(packet);
    }
    video_av.av_packet_free(&packet);
    file->bytes_left = INT64_MAX;
    file->is_exhausted = 0; // Then it has none.
    // What is damaged there has none, and is found out by who decodes it.
    return file->is_cancelled || file->system_error ? video_fail_av(file, result, status) : VIDEO_OK;
}

#pragma GCC visibility pop
