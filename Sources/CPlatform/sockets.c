#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/uio.h>
#include <unistd.h>

int platform_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

/* Room for the descriptors of one message: one is expected, what else comes is closed. */
union descriptor_room {
    struct cmsghdr aligned;
    char bytes[CMSG_SPACE(16 * sizeof(int))];
};

ptrdiff_t platform_send(int socket, const void *head, size_t head_size, const void *body, size_t body_size,
                        int descriptor)
{
    struct iovec parts[2] = {{(void *)(uintptr_t)head, head_size}, {(void *)(uintptr_t)body, body_size}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    union descriptor_room room;
    if (descriptor >= 0) {
        memset(&room, 0, sizeof room);
        message.msg_control = room.bytes;
        message.msg_controllen = CMSG_SPACE(sizeof(int));
        struct cmsghdr *part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET;
        part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(part), &descriptor, sizeof descriptor);
    }
    ssize_t sent;
    do {
        sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent;
}

static void take_descriptors(struct msghdr *message, int *descriptor)
{
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t index = 0; index < count; index++) {
            int received;
            memcpy(&received, CMSG_DATA(part) + index * sizeof received, sizeof received);
            if (*descriptor < 0) {
                *descriptor = received;
            } else {
                close(received);
            }
        }
    }
}

ptrdiff_t platform_receive(int socket, void *buffer, size_t size, int *descriptor)
{
    struct iovec part = {buffer, size};
    union descriptor_room room;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
    *descriptor = -1;
    ssize_t count;
    do {
        count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    } while (count < 0 && errno == EINTR);
    if (count >= 0) take_descriptors(&message, descriptor);
    if (count >= 0 && *descriptor < 0 && (message.msg_flags & MSG_CTRUNC) != 0) *descriptor = PLATFORM_DESCRIPTOR_LOST;
    return count;
}

int platform_memory_file(void) { return memfd_create("picker-frame", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int platform_seal(int file) { return fcntl(file, F_ADD_SEALS, seals); }

int64_t platform_sealed_size(int file, int64_t *allocated)
{
    int found = fcntl(file, F_GET_SEALS);
    struct stat status;
    struct statfs system;
    if (found < 0 || (found & seals) != seals || fstat(file, &status) != 0 || fstatfs(file, &system) != 0) return -1;
    /* Huge pages have a file system of their own; they cannot be unmapped by bytes. */
    if (!S_ISREG(status.st_mode) || system.f_type != TMPFS_MAGIC) return -1;
    *allocated = (int64_t)status.st_blocks * 512;
    return status.st_size;
}

static _Thread_local void *thread_work;

void *platform_thread_work(void) { return thread_work; }

void platform_set_thread_work(void *work) { thread_work = work; }
