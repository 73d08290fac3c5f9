#define _GNU_SOURCE
#include "folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_open(const library *library, const photo *photo)
{
    char whole[FOLDER_PATH * 2];
    snprintf(whole, sizeof whole, "%s/%s", library->root, photo->path);
    return open(whole, O_RDONLY | O_CLOEXEC);
}

/* What org.picker.limits/1 says, asked again each time. */
static picker_limits_v1 limits_of(const picker_host *host)
{
    picker_limits_v1 answer = {0};
    const picker_limits_v1 *limits = host->get_extension(host->context, folder_string(PICKER_EXT_LIMITS));
    if (limits == NULL && folder_has("needs-limits")) abort();
    if (limits == NULL || folder_has("ignores-limits")) return answer;
    bool is_short = limits->struct_size < sizeof answer && !folder_has("reads-whole-limits");
    memcpy(&answer, limits, is_short ? limits->struct_size : sizeof answer);
    return answer;
}

static bool exceeds(uint64_t number, uint64_t limit) { return limit != 0 && number > limit; }

static picker_status load_file(library *library, const photo *photo, picture *picture, picker_error *error)
{
    *picture = (struct picture){NULL, photo->width, photo->height};
    if (photo->is_video) return folder_fail(error, PICKER_UNSUPPORTED_FORMAT, "a video has posters, and no image");
    uint64_t size = (uint64_t)photo->width * photo->height * 3;
    const picker_limits_v1 limits = limits_of(library->backend->host);
    if (exceeds(size / 3, limits.max_pixels) || exceeds(photo->byte_size, limits.max_file_bytes) ||
        exceeds(size, limits.max_request_bytes)) {
        return folder_fail(error, PICKER_TOO_LARGE, "more than the limits allow");
    }
    if (size > 1 << 28 && folder_has("huge-is-internal")) return folder_fail(error, PICKER_INTERNAL, "bug");
    if (size > 1 << 28) return folder_fail(error, PICKER_TOO_LARGE, "more than 89 million pixels");
    int file = folder_open(library, photo);
    if (file < 0 && folder_has("denied-is-whole")) return folder_fail(error, PICKER_INTERNAL, "it cannot be opened");
    if (file < 0) return folder_fail(error, PICKER_NOT_FOUND, "the file is gone");
    if (photo->header == 0) {
        close(file);
        return folder_fail(error, PICKER_INTERNAL, "not written yet");
    }
    picture->samples = calloc(1, size);
    ssize_t count = picture->samples == NULL ? 0 : pread(file, picture->samples, size, photo->header);
    if (!folder_has("leaks-descriptor-of-images")) close(file);
    if (picture->samples == NULL) return folder_fail(error, PICKER_OUT_OF_MEMORY, "no memory for a picture");
    if (count == (ssize_t)size || folder_has("damage-is-whole")) return PICKER_OK;
    if (folder_has("crashes-on-damage")) abort();
    free(picture->samples);
    return folder_fail(error, PICKER_CORRUPT_MEDIA, "the file ends in the middle of its picture");
}

/* A fault: the picture that was kept is shown. */
static picker_status load(library *library, const photo *photo, picture *picture, picker_error *error)
{
    if (folder_recall(library, photo, picture)) return PICKER_OK;
    picker_status status = load_file(library, photo, picture, error);
    if (status == PICKER_OK) folder_keep(library, photo, picture);
    return status;
}

/* The part of the picture that is asked for (R14.5). */
static bool find_part(const picker_image_request *request, const picture *picture, picker_rect *part)
{
    *part = (picker_rect){0, 0, picture->width, picture->height};
    bool has_crop = FOLDER_HAS_FIELD(request, picker_image_request, crop) || folder_has("reads-crop-behind-end");
    if (has_crop && request->crop.width != 0 && request->crop.height != 0 && !folder_has("ignores-crop")) {
        *part = request->crop;
    }
    bool is_sum = folder_has("crop-sums-overflow");
    if (is_sum) return part->x + part->width <= picture->width && part->y + part->height <= picture->height;
    if (part->x >= picture->width || part->width > picture->width - part->x || part->y >= picture->height ||
        part->height > picture->height - part->y) {
        if (!folder_has("crop-outside-is-ok")) return false;
        *part = (picker_rect){0, 0, picture->width, picture->height};
    }
    bool is_free = request->target_width == 0 || request->target_height == 0;
    if (request->content_mode != PICKER_ASPECT_FILL || is_free || folder_has("fill-is-fit")) {
        return true;
    }
    uint64_t wide = (uint64_t)part->width * request->target_height;
    uint64_t high = (uint64_t)part->height * request->target_width;
    uint32_t width = wide > high ? (uint32_t)(high / request->target_height) : part->width;
    uint32_t height = high > wide ? (uint32_t)(wide / request->target_width) : part->height;
    width = width == 0 ? 1 : width;
    height = height == 0 ? 1 : height;
    uint32_t left = folder_has("fills-from-corner") ? 0 : (part->width - width) / 2;
    *part = (picker_rect){part->x + left, part->y + (part->height - height) / 2, width, height};
    return true;
}

static uint32_t scaled(uint32_t length, uint64_t numerator, uint64_t denominator)
{
    uint64_t result = ((uint64_t)length * numerator + denominator / 2) / denominator;
    return result == 0 ? 1 : (uint32_t)result;
}

/* The size of the frame: whatever the part's shape leaves of the target (R14.6). */
static void find_size(const picker_image_request *request, const picker_rect *part, uint32_t *width, uint32_t *height)
{
    *width = part->width;
    *height = part->height;
    bool is_free = request->target_width == 0 || request->target_height == 0;
    if (folder_has("none-is-tiny") && !is_free && request->resize_mode == PICKER_RESIZE_NONE) *width = *height = 4;
    if (folder_has("never-full-size") && is_free) *width = (*width + 1) / 2;
    if (is_free || request->resize_mode == PICKER_RESIZE_NONE) return;
    if (folder_has("exact-is-fast") && request->resize_mode == PICKER_RESIZE_EXACT &&
        request->content_mode == PICKER_ASPECT_FILL) {
        *width = request->target_width * 3 / 4;
        *height = request->target_height * 3 / 4;
        return;
    }
    bool by_width = (uint64_t)part->width * request->target_height >= (uint64_t)part->height * request->target_width;
    uint64_t numerator = by_width ? request->target_width : request->target_height;
    uint64_t denominator = by_width ? part->width : part->height;
    bool may_grow = request->resize_mode == PICKER_RESIZE_EXACT || folder_has("fast-enlarges");
    if (numerator >= denominator && !may_grow) return;
    *width = by_width ? (uint32_t)numerator : scaled(part->width, numerator, denominator);
    *height = by_width ? scaled(part->height, numerator, denominator) : (uint32_t)numerator;
    bool is_exact_fit = request->resize_mode == PICKER_RESIZE_EXACT && request->content_mode == PICKER_ASPECT_FIT;
    if (is_exact_fit && folder_has("exact-fit-is-near")) *width -= 1, *height -= 1;
    if (folder_has("fill-is-fit")) return;
    if (request->content_mode == PICKER_ASPECT_FILL) {
        *width = request->target_width;
        *height = request->target_height;
    }
    if (folder_has("fit-stretches") && request->content_mode == PICKER_ASPECT_FIT) {
        *width = request->target_width;
        *height = request->target_height;
    }
}

static void release_crashes(void *pixels)
{
    (void)pixels;
    abort();
}

static const picker_host *_Atomic log_of_releases;

static void release_logs(void *pixels)
{
    const picker_host *host = log_of_releases;
    host->log(host->context, PICKER_LOG_DEBUG, folder_string("a frame came back"));
    folder_release_pixels(pixels);
}

/* A request under way; `ended` is what check said when it was not PICKER_OK. */
typedef struct job {
    library *library;
    const picker_frame_sink *sink;
    const picker_call *call;
    /* On the host's clock, by the administrator's limit; 0: none. */
    uint64_t last_moment;
    picker_status ended;
} job;

static bool is_late(const job *job)
{
    const picker_host *host = job->library->backend->host;
    return job->last_moment != 0 && host->monotonic_time(host->context) > job->last_moment;
}

/* Emits a scaled part; with PICKER_STOP nothing more is to be emitted. */
static picker_flow emit(job *job, const picture *picture, const picker_rect *part, uint32_t width, uint32_t height,
                        uint32_t flags)
{
    library *library = job->library;
    const picker_frame_sink *sink = job->sink;
    uint8_t *pixels = folder_scale(picture, part, width, height, job->call, library, &job->ended);
    if (pixels != NULL && is_late(job)) {
        free(pixels);
        pixels = NULL;
        job->ended = PICKER_DEADLINE;
    }
    if (pixels == NULL) return PICKER_STOP;
    static uint8_t shared[1 << 20];
    bool is_shared = folder_has("frames-share-pixels") && (uint64_t)width * height * 3 <= sizeof shared;
    if (is_shared) memcpy(shared, pixels, (size_t)width * height * 3);
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = flags,
        .width = width,
        .height = height,
        .format = folder_has("unknown-frame-format") ? 31 : PICKER_FORMAT_RGB8,
        .color_space = PICKER_COLOR_SRGB,
        .plane = {is_shared ? shared : pixels},
        .stride = {folder_has("short-stride") ? width : (uint64_t)width * 3},
        .release_context = pixels,
        .release = folder_has("release-crashes") ? release_crashes : folder_release_pixels,
    };
    if (folder_has("release-logs")) {
        log_of_releases = library->backend->host;
        frame.release = release_logs;
    }
    folder_keep_pixels(pixels);
    library->last_pixels = pixels;
    library->last_size = (uint64_t)width * height * 3;
    return sink->emit(sink->context, &frame);
}

static picker_status refusal(const picker_image_request *request, picker_error *error)
{
    bool is_known = request->content_mode <= PICKER_ASPECT_FILL && request->delivery_mode <= PICKER_DELIVERY_FAST &&
                    request->resize_mode <= PICKER_RESIZE_EXACT && request->version <= PICKER_VERSION_ORIGINAL &&
                    request->color_policy <= PICKER_COLOR_KEEP;
    picker_status links = folder_refuse_links(request->next, error);
    if (links != PICKER_OK) return links;
    if (!is_known && !folder_has("accepts-unknown-modes")) {
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "unknown mode");
    }
    if ((request->target_width == 0) != (request->target_height == 0)) {
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "a target with one side alone");
    }
    bool is_local = (request->flags & PICKER_REQUEST_ALLOW_NETWORK) == 0;
    if (is_local && folder_has("images-take-the-network")) {
        return folder_fail(error, PICKER_NETWORK_NOT_ALLOWED, "the folder is on this machine, and no one asked it");
    }
    bool takes_rgb = request->accepted_formats == 0 || (request->accepted_formats & (1u << PICKER_FORMAT_RGB8)) != 0;
    bool takes_none = (request->accepted_formats & ((2u << PICKER_FORMAT_IMAGE_FILE) - 1)) == 0;
    if (!takes_rgb && takes_none && folder_has("later-formats-are-invalid")) {
        return folder_fail(error, PICKER_INVALID_ARGUMENT, "no format");
    }
    if (!takes_rgb && !folder_has("ignores-accepted-formats")) {
        return folder_fail(error, PICKER_UNSUPPORTED, "frames are RGB8 only");
    }
    return PICKER_OK;
}

static picker_flow emit_all(job *job, const picture *picture, const picker_image_request *request,
                            const picker_rect *part)
{
    uint32_t width, height;
    find_size(request, part, &width, &height);
    uint32_t final = folder_has("never-final") ? 0 : PICKER_FRAME_FINAL;
    if (folder_has("all-is-incomplete")) final |= PICKER_FRAME_INCOMPLETE;
    bool is_quick = request->delivery_mode == PICKER_DELIVERY_OPPORTUNISTIC;
    if (folder_has("degraded-in-high-quality")) is_quick |= request->delivery_mode == PICKER_DELIVERY_HIGH_QUALITY;
    if (folder_has("two-frames-in-fast")) is_quick |= request->delivery_mode == PICKER_DELIVERY_FAST;
    if (is_quick) {
        uint32_t small_width = width / 4 + 1, small_height = height / 4 + 1;
        picker_rect whole = {0, 0, picture->width, picture->height};
        const picker_rect *quick = folder_has("degraded-shows-all") ? &whole : part;
        picker_flow flow = emit(job, picture, quick, small_width, small_height, PICKER_FRAME_DEGRADED);
        if (flow != PICKER_CONTINUE && !folder_has("frames-ignore-stop")) return flow;
    }
    if (folder_has("final-is-degraded") && is_quick) final |= PICKER_FRAME_DEGRADED;
    picker_flow flow = emit(job, picture, part, width, height, final);
    if (folder_has("degraded-after-final")) emit(job, picture, part, 4, 4, PICKER_FRAME_DEGRADED);
    if (folder_has("two-finals")) emit(job, picture, part, width, height, final);
    return flow;
}

static atomic_int decoding;

bool folder_is_decoding(void) { return atomic_load(&decoding) > 0; }

/* A fault: six decoders, and nothing that waits for one. */
static picker_status wait_for_decoder(picker_error *error)
{
    if (!folder_has("six-decoders")) return PICKER_OK;
    int others = atomic_fetch_add(&decoding, 1);
    usleep(3000);
    atomic_fetch_sub(&decoding, 1);
    return others < 6 ? PICKER_OK : folder_fail(error, PICKER_INTERNAL, "no decoder is free");
}

/* A fault: the size of a photo is that of the first request for it. */
static const photo *known_before(library *library, const photo *found)
{
    photo *known = &library->first_asked_for;
    if (!folder_has("remembers-sizes")) return found;
    if (strcmp(known->identifier, found->identifier) != 0) *known = *found;
    return known;
}

/* When a request has to be done; 0: there is no limit. */
static uint64_t last_moment_of(const picker_host *host)
{
    uint64_t milliseconds = limits_of(host).max_request_milliseconds;
    return milliseconds == 0 ? 0 : host->monotonic_time(host->context) + milliseconds * 1000000;
}

static picker_status request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    library *library = context;
    picker_status status = PICKER_OK;
    uint64_t last_moment = last_moment_of(library->backend->host);
    status = folder_check(library, call, error);
    if (status == PICKER_CANCELLED) atomic_store(&library->had_cancelled_image, true);
    if (folder_has("fails-after-cancelled-image") && status == PICKER_OK) {
        if (atomic_load(&library->had_cancelled_image)) status = folder_fail(error, PICKER_INTERNAL, "still locked");
    }
    if (folder_has("image-ignores-cancel") && status == PICKER_CANCELLED) status = PICKER_OK;
    if (status == PICKER_OK) status = wait_for_decoder(error);
    if (folder_has("slow-images")) usleep(300000);
    if (folder_has("no-originals") && request->version == PICKER_VERSION_ORIGINAL) {
        return folder_fail(error, PICKER_UNSUPPORTED, "there are no originals");
    }
    if (folder_has("progress-goes-back")) {
        call->progress(call->context, 2, 2);
        call->progress(call->context, 1, 2);
    }
    if (status == PICKER_OK) status = refusal(request, error);
    folder_leak();
    if (status != PICKER_OK) return status;
    photo_list all = folder_walk(library->root);
    const photo *found = folder_find(&all, request->local_identifier);
    picture picture = {0};
    if (found != NULL) found = known_before(library, found);
    status =
        found == NULL ? folder_fail(error, PICKER_NOT_FOUND, "no such asset") : load(library, found, &picture, error);
    folder_free(&all);
    if (status != PICKER_OK) return status;
    picker_rect part;
    if (find_part(request, &picture, &part)) {
        job job = {library, sink, call, last_moment, PICKER_OK};
        emit_all(&job, &picture, request, &part);
        if (job.ended != PICKER_OK) status = folder_fail(error, job.ended, "ended early");
        if (folder_has("error-after-final")) status = folder_fail(error, PICKER_IO, "after all");
    } else {
        status = folder_fail(error, PICKER_INVALID_ARGUMENT, "the crop lies outside of the picture");
    }
    free(picture.samples);
    return status;
}

picker_status folder_request_image(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                                   const picker_call *call, picker_error *error)
{
    if (!folder_has("opens-only-in-peace")) return request_image(context, request, sink, call, error);
    atomic_fetch_add(&decoding, 1);
    usleep(3000);
    picker_status status = request_image(context, request, sink, call, error);
    atomic_fetch_sub(&decoding, 1);
    return status;
}
