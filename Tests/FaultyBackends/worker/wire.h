/*
 * wire.h - the messages between a host and a worker, for a worker that lies.
 */
#ifndef HOSTILE_WIRE_H
#define HOSTILE_WIRE_H

#include "operations.h"

#include <picker/backend_api.h>

#include <string.h>
#include <sys/socket.h>

/* Of Sources/BackendWorker/Wire: MessageKind. */
enum {
    CALL = 1,
    REPLY,
    RESULT,
    RECORDS,
    FRAME,
    CHECK,
    LIMITS,
    SOURCE,
    READ_SECRET,
    KEEP_SECRET,
    LAST_RECORDS,
    PROGRESS,
    LOG,
    OPEN_CHANNEL,
    HELD_FRAME = 17
};
struct body {
    size_t count;
    uint8_t bytes[1 << 20];
};

static void put(struct body *body, const void *value, size_t size)
{
    memcpy(body->bytes + body->count, value, size);
    body->count += size;
}

static void put8(struct body *body, uint8_t value) { put(body, &value, sizeof value); }
static void put32(struct body *body, uint32_t value) { put(body, &value, sizeof value); }
static void put64(struct body *body, uint64_t value) { put(body, &value, sizeof value); }

static void put_text(struct body *body, const char *text)
{
    if (text == NULL) {
        put64(body, UINT64_MAX);
        return;
    }
    put64(body, strlen(text));
    put(body, text, strlen(text));
}

/* A table of functions of which none is missing. */
static void put_shape(struct body *body, size_t size)
{
    put32(body, (uint32_t)size);
    put64(body, (UINT64_C(1) << ((size - 16) / 8)) - 1);
}

/* The end of a call, before what the operation gives. */
static void put_result(struct body *body, picker_status status, const char *message, uint32_t length)
{
    put32(body, (uint32_t)status);
    put32(body, 0);
    put64(body, 0);
    put32(body, length);
    put_text(body, message);
}

/* With so many copies of a file; 200 at most. */
static int send_files(int channel, uint32_t kind, const struct body *body, int file, unsigned copies)
{
    uint32_t head[2] = {(uint32_t)body->count, kind};
    struct iovec parts[2] = {{head, sizeof head}, {(void *)(uintptr_t)body->bytes, body->count}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    union {
        struct cmsghdr aligned;
        char bytes[CMSG_SPACE(200 * sizeof(int))];
    } room;
    if (copies > 0) {
        memset(&room, 0, sizeof room);
        message.msg_control = room.bytes;
        message.msg_controllen = CMSG_SPACE(copies * sizeof(int));
        struct cmsghdr *part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(copies * sizeof(int));
        for (unsigned index = 0; index < copies; index++)
            memcpy(CMSG_DATA(part) + index * sizeof file, &file, sizeof file);
    }
    return sendmsg(channel, &message, MSG_NOSIGNAL) > 0 ? 0 : -1;
}

static int send_message(int channel, uint32_t kind, const struct body *body, int file)
{
    return send_files(channel, kind, body, file, file >= 0);
}

static int receive_bytes(int channel, void *buffer, size_t size, int *file)
{
    for (size_t done = 0; done < size;) {
        struct iovec part = {(uint8_t *)buffer + done, size - done};
        union {
            struct cmsghdr aligned;
            char bytes[CMSG_SPACE(sizeof(int))];
        } room;
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
        ssize_t count = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
        if (count <= 0) return -1;
        struct cmsghdr *found = CMSG_FIRSTHDR(&message);
        if (found != NULL && found->cmsg_type == SCM_RIGHTS && file != NULL)
            memcpy(file, CMSG_DATA(found), sizeof *file);
        done += (size_t)count;
    }
    return 0;
}

/* The kind of the next message; 0 at the end. */
static uint32_t receive_message(int channel, struct body *body, int *file)
{
    uint32_t head[2];
    if (receive_bytes(channel, head, sizeof head, file) != 0 || head[0] > sizeof body->bytes) return 0;
    body->count = head[0];
    return receive_bytes(channel, body->bytes, head[0], file) == 0 ? head[1] : 0;
}

#endif
