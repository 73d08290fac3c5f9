/*
 * image.c - from a request to a frame. The server keeps images ready in several sizes, and what it has is passed on as it
 * is, a file: the host decodes, cuts and scales it (R14.11). What is left to do is to ask for the right size.
 */
#include "shelf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Our own limit of a photo, which the administrator may set lower (org.picker.limits/1), and that of a smaller image. */
enum { MOST_FILE_BYTES = 1 << 28, MOST_READY_BYTES = 1 << 23 };

/* A request being worked on. */
typedef struct job {
    library *library;
    picker_image_request request;
    const picker_frame_sink *sink;
    const picker_call *call;
    picker_error *error;
    /* What is known of the photo. */
    fact photo;
    /* How large the whole image must be for this request; 0 by 0: as large as there is. */
    uint32_t width, height;
    /* On the host's clock, by the administrator's limit; 0: none. */
    uint64_t last_moment;
} job;

static uint64_t limit(uint64_t own, uint64_t allowed) { return allowed != 0 && allowed < own ? allowed : own; }

/* ---- What is asked for ---- */

static picker_status refuse_request(const picker_image_request *request, picker_error *error)
{
    bool is_known = request->content_mode <= PICKER_ASPECT_FILL && request->delivery_mode <= PICKER_DELIVERY_FAST &&
                    request->resize_mode <= PICKER_RESIZE_EXACT && request->version <= PICKER_VERSION_ORIGINAL &&
                    request->color_policy <= PICKER_COLOR_KEEP;
    picker_status status = abi_refuse_links(request->next, error);
    if (status != PICKER_OK) return status;
    if (!is_known) return abi_fail(error, PICKER_INVALID_ARGUMENT, "an unknown mode (R16.3)");
    if ((request->target_width == 0) != (request->target_height == 0)) {
        return abi_fail(error, PICKER_INVALID_ARGUMENT, "a target with one side alone (R14.5)");
    }
    /* Nothing is kept on this machine that could be answered with (R18.9). */
    if ((request->flags & PICKER_REQUEST_ALLOW_NETWORK) == 0) {
        return abi_fail(error, PICKER_NETWORK_NOT_ALLOWED, "the photo is on the server; allow the network");
    }
    if ((request->accepted_formats & 1u << PICKER_FORMAT_IMAGE_FILE) != 0) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "this backend has image files, which this host does not take");
}

/* A list that showed the photo told all that is needed; else the server is asked. */
static picker_status know_photo(job *job)
{
    char identifier[IDENTIFIER_SIZE];
    bool is_one = identifier_read(IDENTIFIER_PHOTO, job->request.local_identifier, identifier) != NULL;
    if (is_one && facts_find(job->library->facts, identifier, &job->photo)) return PICKER_OK;
    json_t *document = NULL;
    photo found;
    picker_status status =
        photo_ask(job->library, job->request.local_identifier, job->call, &document, &found, job->error);
    if (status != PICKER_OK) return status;
    job->photo = (fact){.size = found.size, .version = found.version, .width = found.width, .height = found.height};
    memcpy(job->photo.identifier, found.identifier, sizeof found.identifier);
    json_decref(document);
    return PICKER_OK;
}

/* The limits are about the photo, whatever size of it is asked for (R14.9). */
static picker_status refuse_photo(const job *job)
{
    const picker_limits_v1 *limits = &job->library->limits;
    const fact *photo = &job->photo;
    if (limits->max_pixels != 0 && (uint64_t)photo->width * photo->height > limits->max_pixels) {
        return abi_fail(job->error, PICKER_TOO_LARGE, "the photo has more pixels than are allowed");
    }
    if (photo->size <= limit(MOST_FILE_BYTES, limits->max_file_bytes)) return PICKER_OK;
    return abi_fail(job->error, PICKER_TOO_LARGE, "the photo is a larger file than is allowed");
}

/* How large the whole image must be so that the part of it that is wanted fills its target. */
static picker_status plan(job *job)
{
    const picker_image_request *request = &job->request;
    const fact *photo = &job->photo;
    picker_rect part = request->crop;
    bool is_cut = part.width > 0 && part.height > 0, is_known = photo->width > 0 && photo->height > 0;
    bool is_inside =
        !is_known || ((uint64_t)part.x + part.width <= photo->width && (uint64_t)part.y + part.height <= photo->height);
    if (is_cut && !is_inside) {
        return abi_fail(job->error, PICKER_INVALID_ARGUMENT, "the crop lies outside of the picture");
    }
    if (request->target_width == 0) return PICKER_OK;
    if (!is_known) {
        /* Of a part of what has no known size, nothing can be said. */
        if (is_cut) return PICKER_OK;
        job->width = request->target_width;
        job->height = request->target_height;
        return PICKER_OK;
    }
    if (!is_cut) part = (picker_rect){0, 0, photo->width, photo->height};
    double across = (double)request->target_width / part.width, down = (double)request->target_height / part.height;
    double scale = request->content_mode == PICKER_ASPECT_FILL ? fmax(across, down) : fmin(across, down);
    if (scale >= 1) return PICKER_OK;
    job->width = (uint32_t)ceil(photo->width * scale);
    job->height = (uint32_t)ceil(photo->height * scale);
    return PICKER_OK;
}

/* ---- What the server has ---- */

/* Asks for the smallest image of at least that size; 0 by 0 is the largest. */
static picker_status ask(const job *job, uint32_t width, uint32_t height, answer *answer)
{
    char path[200];
    const fact *photo = &job->photo;
    int length = snprintf(path, sizeof path, "/photos/%s/image?version=%llu", photo->identifier + 1,
                          (unsigned long long)photo->version);
    if (width > 0 || height > 0) {
        snprintf(path + length, sizeof path - (size_t)length, "&width=%u&height=%u", width, height);
    }
    const picker_limits_v1 *limits = &job->library->limits;
    /* No more comes of it than there is: the photo itself, or an image that is smaller. */
    uint64_t most = photo->size > MOST_READY_BYTES ? photo->size : MOST_READY_BYTES;
    question question = {
        .path = path,
        .most = limit(most, limits->max_request_bytes),
        .last_moment = job->last_moment,
    };
    picker_status status = server_ask(job->library, &question, job->call, answer, job->error);
    /* It was replaced: what is known of it is wrong, and the next request asks again. */
    if (status == PICKER_CHANGED || status == PICKER_NOT_FOUND) facts_forget(job->library->facts, photo->identifier);
    if (status == PICKER_OK && answer->length > 0) return PICKER_OK;
    answer_free(&question, answer);
    return status != PICKER_OK ? status : abi_fail(job->error, PICKER_CORRUPT_MEDIA, "the file is empty");
}

/* An answer without a size is the photo itself. */
static bool is_enough(const job *job, const answer *answer)
{
    if (answer->width == 0) return true;
    uint32_t width = job->width, height = job->height;
    if (width == 0 && height == 0) width = job->photo.width, height = job->photo.height;
    return answer->width >= width && answer->height >= height;
}

/* A frame owns its bytes, and may be released on any thread, after close as well (R13.6). */
static void release(void *bytes) { free(bytes); }

/* The bytes are the host's to release from here on, also when it answers PICKER_STOP. */
static picker_flow emit(const job *job, const answer *answer, uint32_t flags)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = flags,
        /* Of the photo, and not of the file: a crop counts in its pixels. */
        .width = job->photo.width,
        .height = job->photo.height,
        .format = PICKER_FORMAT_IMAGE_FILE,
        .plane = {answer->bytes},
        .stride = {answer->length},
        .release_context = answer->bytes,
        .release = release,
    };
    return job->sink->emit(job->sink->context, &frame);
}

static picker_status deliver(const job *job)
{
    uint32_t mode = job->request.delivery_mode;
    answer answer;
    if (mode != PICKER_DELIVERY_HIGH_QUALITY) {
        /* The smallest that there is: what is quickest to get. */
        picker_status status = ask(job, 1, 1, &answer);
        if (status != PICKER_OK) return status;
        bool is_final = mode == PICKER_DELIVERY_FAST || is_enough(job, &answer);
        uint32_t flags = (is_enough(job, &answer) ? 0 : PICKER_FRAME_DEGRADED) | (is_final ? PICKER_FRAME_FINAL : 0);
        if (emit(job, &answer, flags) != PICKER_CONTINUE || is_final) return PICKER_OK;
    }
    picker_status status = ask(job, job->width, job->height, &answer);
    if (status != PICKER_OK) return status;
    emit(job, &answer, PICKER_FRAME_FINAL | (is_enough(job, &answer) ? 0 : PICKER_FRAME_DEGRADED));
    return PICKER_OK;
}

picker_status image_request(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                            const picker_call *call, picker_error *error)
{
    job job = {.library = context, .sink = sink, .call = call, .error = error};
    picker_status status = library_check(job.library, call, error);
    if (status != PICKER_OK) return status;
    abi_take(&job.request, sizeof job.request, request);
    const picker_host *host = job.library->host;
    uint64_t milliseconds = job.library->limits.max_request_milliseconds;
    if (milliseconds != 0) job.last_moment = host->monotonic_time(host->context) + milliseconds * 1000000;
    status = refuse_request(&job.request, error);
    if (status == PICKER_OK) status = know_photo(&job);
    if (status == PICKER_OK) status = refuse_photo(&job);
    if (status == PICKER_OK) status = plan(&job);
    if (status == PICKER_OK) status = deliver(&job);
    return status;
}
