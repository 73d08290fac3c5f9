/*
 * transfer.h - what a transfer is made of, for this target alone.
 */
#ifndef CHTTP_TRANSFER_H
#define CHTTP_TRANSFER_H

#include "chttp.h"

#include "loaded.h"

struct buffer {
    uint8_t *bytes;
    size_t length;
    size_t capacity;
};

struct chttp_transfer {
    CURL *easy;
    struct curl_slist *headers;
    struct buffer head;
    int is_head_complete;
    struct buffer answer;
    struct buffer input;
    size_t sent;
    int is_streamed;
    int is_input_complete;
    int is_paused;
    uint64_t limit;
    uint64_t offset;
    uint64_t count;
    uint64_t dropped;
    int is_part;
    int is_full;
    int is_too_large;
    int has_no_memory;
    chttp_reach reach;
    int is_out_of_reach;
    chttp_end end;
    long status;
    char problem[CURL_ERROR_SIZE];
};

#endif
