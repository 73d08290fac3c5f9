/*
 * image.c - from a request to a frame: what may be asked for, the work in its order, and who owns the pixels.
 */
#include "archives.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Our own limits; the administrator may set lower ones (org.picker.limits/1). */
enum { MOST_PIXELS = 1 << 27, MOST_FILE_BYTES = 1 << 28 };

/* A request being worked on. */
typedef struct job {
    const library *library;
    const photo *photo;
    picker_image_request request;
    const picker_call *call;
    picker_error *error;
    /* On the host's clock, by the administrator's limit; 0: none. */
    uint64_t last_moment;
} job;

static uint64_t limit(uint64_t own, uint64_t allowed) { return allowed != 0 && allowed < own ? allowed : own; }

static uint64_t most_pixels(const job *job) { return limit(MOST_PIXELS, job->library->limits.max_pixels); }

static picker_status check(const job *job)
{
    const picker_host *host = job->library->host;
    if (job->last_moment != 0 && host->monotonic_time(host->context) > job->last_moment) {
        return abi_fail(job->error, PICKER_DEADLINE, "the picture takes longer than the administrator allows");
    }
    return library_check(job->library, job->call, job->error);
}

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
    /* 0 stands for the formats of header revision 1, of which RGB8 is one. */
    if (request->accepted_formats == 0) return PICKER_OK;
    if ((request->accepted_formats & 1u << PICKER_FORMAT_RGB8) != 0) return PICKER_OK;
    return abi_fail(error, PICKER_UNSUPPORTED, "this backend has frames in RGB8 alone");
}

/* ---- The frame ---- */

/* A frame owns its samples, and may be released on any thread, after close as well (R13.6). */
static void release(void *samples) { free(samples); }

/*
 * One frame, the final one, whatever the delivery mode: this backend has no quicker picture to show first. The samples
 * are the host's to release from here on, also when it answers PICKER_STOP; and as nothing follows, that changes nothing.
 */
static void emit(const drawing *drawing, const picture *picture, const picker_frame_sink *sink)
{
    picker_frame frame = {
        .struct_size = sizeof frame,
        .flags = PICKER_FRAME_FINAL | (picture->is_incomplete ? PICKER_FRAME_INCOMPLETE : 0),
        .width = drawing->width,
        .height = drawing->height,
        .format = PICKER_FORMAT_RGB8,
        /* Colour profiles are not read: what is not sRGB is shown as if it were. */
        .color_space = PICKER_COLOR_SRGB,
        .plane = {drawing->samples},
        .stride = {(uint64_t)drawing->width * 3},
        .release_context = drawing->samples,
        .release = release,
    };
    sink->emit(sink->context, &frame);
}

/* ---- The work, in order ---- */

static picker_status draw(const job *job, const picture *picture, drawing *drawing)
{
    drawing->samples = malloc((uint64_t)drawing->width * drawing->height * 3);
    if (drawing->samples == NULL) return abi_fail(job->error, PICKER_OUT_OF_MEMORY, "no memory for a frame");
    for (uint32_t y = 0; y < drawing->height; y++) {
        picker_status status = y % 16 == 0 ? check(job) : PICKER_OK;
        if (status != PICKER_OK) {
            free(drawing->samples);
            return status;
        }
        drawing_row(drawing, picture, y);
    }
    return PICKER_OK;
}

static picker_status plan(const job *job, const jpeg_decoder *decoder, drawing *drawing)
{
    bool is_turned = job->photo->orientation > 4;
    drawing->orientation = job->photo->orientation;
    drawing->whole_width = is_turned ? decoder->height : decoder->width;
    drawing->whole_height = is_turned ? decoder->width : decoder->height;
    if (!drawing_plan(drawing, &job->request)) {
        return abi_fail(job->error, PICKER_INVALID_ARGUMENT, "the crop lies outside of the picture");
    }
    /* Both limits before memory is taken (R14.9). */
    uint64_t whole = (uint64_t)decoder->width * decoder->height, frame = (uint64_t)drawing->width * drawing->height;
    if (whole > most_pixels(job) || frame > most_pixels(job)) {
        return abi_fail(job->error, PICKER_TOO_LARGE, "more pixels than are allowed");
    }
    uint64_t denominator = drawing_denominator(drawing);
    uint64_t bytes = decoder->length + (whole / (denominator * denominator) + frame) * 3;
    if (bytes <= limit(UINT64_MAX, job->library->limits.max_request_bytes)) return PICKER_OK;
    return abi_fail(job->error, PICKER_TOO_LARGE, "more memory than is allowed");
}

static picker_status make_frame(const job *job, jpeg_decoder *decoder, const picker_frame_sink *sink)
{
    drawing drawing = {0};
    picture picture = {0};
    picker_status status = plan(job, decoder, &drawing);
    if (status == PICKER_OK) status = jpeg_decode(decoder, drawing_denominator(&drawing), &picture, job->error);
    if (status != PICKER_OK) return status;
    status = draw(job, &picture, &drawing);
    if (status == PICKER_OK) emit(&drawing, &picture, sink);
    free(picture.samples);
    return status;
}

static picker_status load(const job *job, uint8_t **bytes, uint64_t *length)
{
    uint64_t most = limit(MOST_FILE_BYTES, job->library->limits.max_file_bytes);
    if (job->photo->size > most) return abi_fail(job->error, PICKER_TOO_LARGE, "a larger file than is allowed");
    int file;
    picker_status status = content_open(job->library, job->photo, &file, job->error);
    if (status != PICKER_OK) return status;
    *bytes = malloc(job->photo->size + 1);
    if (*bytes == NULL) {
        status = abi_fail(job->error, PICKER_OUT_OF_MEMORY, "no memory for a file");
    } else {
        status = content_read(file, job->photo, 0, *bytes, job->photo->size, job->call, length, job->error);
        if (status == PICKER_OK) status = content_check(file, job->photo, job->error);
    }
    close(file);
    return status;
}

picker_status image_request(void *context, const picker_image_request *request, const picker_frame_sink *sink,
                            const picker_call *call, picker_error *error)
{
    job job = {.library = context, .call = call, .error = error};
    abi_take(&job.request, sizeof job.request, request);
    const picker_host *host = job.library->host;
    uint64_t milliseconds = job.library->limits.max_request_milliseconds;
    if (milliseconds != 0) job.last_moment = host->monotonic_time(host->context) + milliseconds * 1000000;
    picker_status status = check(&job);
    if (status != PICKER_OK) return status;
    job.photo = catalog_find(&job.library->catalog, job.request.local_identifier);
    if (job.photo == NULL) return abi_fail(error, PICKER_NOT_FOUND, "no such photo");
    status = refuse_request(&job.request, error);
    if (status != PICKER_OK) return status;

    uint8_t *bytes = NULL;
    uint64_t length = 0;
    jpeg_decoder decoder;
    status = load(&job, &bytes, &length);
    if (status == PICKER_OK) status = jpeg_begin(&decoder, bytes, length, error);
    if (status == PICKER_OK) {
        status = make_frame(&job, &decoder, sink);
        jpeg_end(&decoder);
    }
    free(bytes);
    return status;
}
