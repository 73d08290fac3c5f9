/*
 * A worker that lies to its host. It is started as picker-helper is, and never loads the plugin: the name of the plugin's
 * file, libNAME.so, says which lie it tells. Everything else that it says is true.
 */
#define _GNU_SOURCE
#include "lies.h"
#include "wire.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static void send_frame(int channel, struct body *body)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_FINAL,
        .width = 64,
        .height = 64,
        .format = PICKER_FORMAT_GRAY8,
        .stride = {64},
    };
    /* 64 MiB: enough to be told from a frame of what was asked, and no harm where the lie is believed. */
    if (tells("frame-sparse")) frame.width = frame.height = 8192, frame.stride[0] = 8192;
    if (tells("frame-with-gaps")) frame.stride[0] = 1 << 20;
    if (tells("frame-of-pixels-not-asked")) frame.width = frame.height = 2048, frame.stride[0] = 2048;
    uint64_t size = frame.stride[0] * frame.height;
    int is_written = tells("") || strncmp(lie, "held-", 5) == 0 || tells("frame-of-pixels-not-asked") ||
                     tells("frame-twice") || tells("frame-many-times") || tells("frame-with-many-files");
    int file = is_written ? full_file(size) : empty_file(size);
    if (tells("frame-larger-file")) {
        close(file);
        file = full_file(size + (1 << 20));
    }
    body->count = 0;
    put32(body, 1);
    put(body, &frame, sizeof frame);
    send_files(channel, FRAME, body, file, tells("frame-with-many-files") ? 200 : 1);
    close(file);
}

/* A frame that stays here: 1 MiB, of ones. The host answers whether it copied it. */
static uint32_t hold_frame(int channel, struct body *body)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_FINAL,
        .width = 1024,
        .height = 1024,
        .format = PICKER_FORMAT_GRAY8,
        .stride = {1024},
    };
    if (tells("held-frame-too-large")) frame.width = frame.height = 8192, frame.stride[0] = 8192;
    if (tells("held-frame-too-small")) frame.width = frame.height = 64, frame.stride[0] = 64;
    if (tells("held-frame-of-pixels-not-asked")) frame.width = frame.height = 2048, frame.stride[0] = 2048;
    size_t size = frame.stride[0] * frame.height;
    /* Its last bytes are the last of a mapping. */
    uint8_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) abort();
    memset(memory, 1, size);
    if (tells("held-frame-in-part")) munmap(memory + size / 2, size / 2);
    body->count = 0;
    put32(body, 1);
    put(body, &frame, sizeof frame);
    put64(body, tells("held-frame-nowhere")         ? 0
                : tells("held-frame-of-the-kernel") ? UINT64_C(1) << 63
                                                    : (uint64_t)(uintptr_t)memory);
    put64(body, 0);
    int file = tells("held-frame-with-a-file") ? full_file(size) : -1;
    if (send_message(channel, HELD_FRAME, body, file) != 0 || receive_message(channel, body, NULL) != REPLY) return 0;
    return body->count > 0 && body->bytes[0] == 1;
}

static void send_asset(int channel, struct body *body, uint32_t kind, int file)
{
    picker_asset asset = {.struct_size = sizeof asset, .media_type = PICKER_MEDIA_IMAGE, .representation_count = 1};
    body->count = 0;
    put(body, &asset, sizeof asset);
    put_text(body, "liar");
    put_text(body, "liar.jpg");
    put_text(body, "liar.jpg");
    put_text(body, NULL);
    put_text(body, "public.jpeg");
    put_text(body, NULL);
    send_message(channel, kind, body, file);
}

static void send_window(int channel, struct body *body)
{
    if (tells("records-with-a-file")) {
        int file = empty_file(4096);
        send_asset(channel, body, LAST_RECORDS, file);
        close(file);
    } else if (tells("records-without-end")) {
        /* Not answered, so nothing holds them back; many, and not for ever. */
        for (int index = 0; index < 20000; index++)
            send_asset(channel, body, LAST_RECORDS, -1);
    } else if (tells("more-assets-than-asked")) {
        for (int index = 0; index < 3; index++) {
            send_asset(channel, body, RECORDS, -1);
            receive_message(channel, body, NULL);
        }
    } else {
        send_asset(channel, body, LAST_RECORDS, -1);
    }
}

/* The next bytes of a new photo: as many as no message has. */
static void ask_for_too_much(int channel, struct body *body)
{
    body->count = 0;
    put64(body, UINT64_C(1) << 40);
    send_message(channel, SOURCE, body, -1);
    receive_message(channel, body, NULL);
}

/* Until the host has enough of it. */
static void flood(int channel, struct body *body, uint32_t kind)
{
    body->count = 0;
    if (kind == LOG) {
        put32(body, PICKER_LOG_INFO);
        put_text(body, "lie");
    } else {
        put64(body, 1);
        put64(body, 2);
    }
    while (send_message(channel, kind, body, -1) == 0) {}
}

/* It reports now and then, so that it is not silent, and never asks whether to go on. */
static void report_for_ever(int channel, struct body *body)
{
    do {
        body->count = 0;
        put64(body, 1);
        put64(body, 2);
        usleep(100000);
    } while (send_message(channel, PROGRESS, body, -1) == 0);
}

static void send_degraded_frames(int channel, struct body *body)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_DEGRADED,
        .width = 64,
        .height = 64,
        .format = PICKER_FORMAT_GRAY8,
        .stride = {64},
    };
    do {
        int file = full_file(64 * 64);
        body->count = 0;
        put32(body, 1);
        put(body, &frame, sizeof frame);
        send_message(channel, FRAME, body, file);
        close(file);
    } while (receive_message(channel, body, NULL) == REPLY);
}

/* A message of which a byte comes now and then. */
static void trickle(int channel)
{
    uint32_t head[2] = {60, LOG};
    if (send(channel, head, sizeof head, MSG_NOSIGNAL) < 0) return;
    for (int index = 0; index < 59 && send(channel, "", 1, MSG_NOSIGNAL) == 1; index++)
        usleep(200000);
}

/* Each message with many files, in a call or outside of it. */
static void flood_with_files(int channel, struct body *body)
{
    int file = memfd_create("surplus", MFD_CLOEXEC);
    body->count = 0;
    put32(body, PICKER_LOG_INFO);
    put_text(body, "lie");
    while (send_files(channel, LOG, body, file, 200) == 0) {}
    close(file);
}

/* The process ends, and another one holds its control channel. */
static void leave_heir(int channel)
{
    if (fork() == 0) {
        close(channel);
        char byte;
        while (read(3, &byte, 1) > 0) {}
        _exit(0);
    }
    _exit(3);
}

static void misbehave(int channel, struct body *body)
{
    if (tells("logs-without-end")) flood(channel, body, LOG);
    if (tells("progress-without-end")) flood(channel, body, PROGRESS);
    if (tells("progress-without-asking")) report_for_ever(channel, body);
    if (tells("logs-outside-of-calls-without-end")) flood(3, body, LOG);
    if (tells("degraded-frames-without-end")) send_degraded_frames(channel, body);
    if (tells("message-that-never-ends")) trickle(channel);
    if (tells("files-without-end")) flood_with_files(channel, body);
    if (tells("files-outside-of-calls-without-end")) flood_with_files(3, body);
    if (tells("closes-its-channel")) {
        close(channel);
        for (;;)
            pause();
    }
    if (tells("heir")) leave_heir(channel);
    if (tells("nonsense-outside-of-calls")) {
        body->count = 0;
        send_message(3, 999, body, -1);
        pause();
    }
}

static void answer_read(struct body *body)
{
    body->count = 0;
    put_result(body, PICKER_OK, NULL, 0);
    put64(body, tells("read-more-than-asked") ? UINT64_C(1) << 40 : tells("read-without-bytes") ? 4096 : 5);
    put_text(body, tells("read-without-bytes") ? "" : "truth");
}

static void answer(int channel, uint32_t operation, struct body *body)
{
    if (operation == LIBRARY_REQUEST_IMAGE) misbehave(channel, body);
    if (operation == LIBRARY_REQUEST_IMAGE && !(strncmp(lie, "held-", 5) == 0 && hold_frame(channel, body)))
        send_frame(channel, body);
    int surplus = tells("frame-twice") ? 1 : tells("frame-many-times") ? 20 : 0;
    for (int index = 0; operation == LIBRARY_REQUEST_IMAGE && index < surplus; index++)
        send_frame(channel, body);
    if (operation == WRITE_ADD) ask_for_too_much(channel, body);
    if (operation == FETCH_WINDOW) send_window(channel, body);
    body->count = 0;
    if (operation == LIBRARY_DETAILS) {
        int isLong = tells("error-without-words");
        put_result(body, PICKER_NOT_FOUND, isLong ? "" : "no such asset", isLong ? 1000 : 13);
    } else if (operation == LIBRARY_READ) {
        answer_read(body);
    } else {
        put_result(body, PICKER_OK, NULL, 0);
    }
    if (operation == ENTRY) {
        put_shape(body, sizeof(picker_backend));
    } else if (operation == BACKEND_INFO) {
        picker_backend_info info = {.struct_size = sizeof info, .capabilities = PICKER_CAPABILITY_EXACT_SIZE};
        if (tells("asks-for-too-much")) info.capabilities |= PICKER_CAPABILITY_WRITE;
        put(body, &info, sizeof info);
        put_text(body, "hostile");
        put_text(body, "Hostile");
        put_text(body, "1");
        /* No formats, schemes and settings. */
        for (int list = 0; list < 3; list++)
            put_text(body, NULL);
    } else if (operation == LIBRARY_INFO) {
        picker_library_info info = {.struct_size = sizeof info, .flags = PICKER_LIBRARY_FILES};
        put(body, &info, sizeof info);
        /* No title, account and service. */
        for (int text = 0; text < 3; text++)
            put_text(body, NULL);
    } else if (operation == BACKEND_OPEN_LIBRARY) {
        put_shape(body, sizeof(picker_library));
        /* The first one is org.picker.write/1, with two functions. */
        int extensions = 0;
        if (tells("asks-for-too-much")) {
            put8(body, 1);
            put32(body, sizeof(picker_write_v1));
            put64(body, 3);
            extensions++;
        }
        for (; extensions < LIBRARY_EXTENSIONS; extensions++)
            put8(body, 0);
    } else if (operation == LIBRARY_AUTHORIZATION_STATUS) {
        put32(body, PICKER_AUTHORIZATION_AUTHORIZED);
    } else if (operation == LIBRARY_FETCH) {
        put_shape(body, sizeof(picker_fetch));
        put64(body, 1);
    } else if (operation == FETCH_COUNT) {
        put64(body, 1);
    }
    send_message(channel, RESULT, body, -1);
}

static void *serve(void *context)
{
    int channel = (int)(intptr_t)context;
    struct body *body = malloc(sizeof *body);
    if (body == NULL) abort();
    while (receive_message(channel, body, NULL) == CALL) {
        uint32_t operation;
        memcpy(&operation, body->bytes, sizeof operation);
        answer(channel, operation, body);
    }
    free(body);
    close(channel);
    return NULL;
}

int main(int count, char **arguments)
{
    if (count < 3) return 64;
    /* libNAME.so */
    char *name = strrchr(arguments[2], '/');
    name = name == NULL ? arguments[2] : name + 1;
    if (strlen(name) < 6) return 64;
    name[strlen(name) - 3] = 0;
    lie = name + 3;
    if (tells("truth")) lie = "";
    struct body *body = malloc(sizeof *body);
    if (body == NULL) return 71;
    int channel = -1;
    while (receive_message(3, body, &channel) != 0) {
        pthread_t thread;
        if (channel >= 0 && pthread_create(&thread, NULL, serve, (void *)(intptr_t)channel) == 0)
            pthread_detach(thread);
        channel = -1;
    }
    /* Without a word to the threads. */
    _exit(0);
}
