#include "jpeg_decoder.h"

static void fail(j_common_ptr info) { longjmp(((imaging_jpeg_failure *)info->err)->jump, 1); }

// Other warnings are of bytes too many, or of markers that are not needed: the image is complete.
static int tells_of_missing_data(int code)
{
    return code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE || code == JWRN_ARITH_BAD_CODE ||
           code == JWRN_MUST_RESYNC;
}

static void note_message(j_common_ptr info, int level)
{
    imaging_jpeg_failure *error = (imaging_jpeg_failure *)info->err;
    if (level >= 0) return; // A trace.
    if (tells_of_missing_data(error->manager.msg_code)) error->lacks_data = 1;
    if (error->warnings++ == 0) error->manager.format_message(info, error->first_warning);
}

static void print_nothing(j_common_ptr info) { (void)info; }

#pragma GCC visibility push(hidden)

void imaging_jpeg_catch(imaging_jpeg_decoder *decoder)
{
    decoder->info.err = jpeg_std_error(&decoder->error.manager);
    decoder->error.manager.error_exit = fail;
    decoder->error.manager.emit_message = note_message;
    decoder->error.manager.output_message = print_nothing;
}

imaging_code imaging_jpeg_failed(imaging_jpeg_decoder *decoder, imaging_status *status)
{
    if (decoder->is_cancelled) return imaging_fail(status, IMAGING_CANCELLED, "cancelled");
    if (decoder->has_too_many_scans) return imaging_fail(status, IMAGING_TOO_LARGE, "the JPEG has too many scans");
    if (decoder->reader.has_failed) {
        imaging_fail(status, IMAGING_IO, "the file cannot be read");
        status->system_error = decoder->reader.system_error;
        return IMAGING_IO;
    }
    char message[JMSG_LENGTH_MAX];
    decoder->error.manager.format_message((j_common_ptr)&decoder->info, message);
    switch (decoder->error.manager.msg_code) {
    case JERR_OUT_OF_MEMORY: return imaging_fail(status, IMAGING_OUT_OF_MEMORY, message);
    case JERR_NO_BACKING_STORE: return imaging_fail(status, IMAGING_TOO_LARGE, "the JPEG's coefficients do not fit");
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOT_COMPILED: return imaging_fail(status, IMAGING_UNSUPPORTED, message);
    default: return imaging_fail(status, IMAGING_CORRUPT, message);
    }
}

#pragma GCC visibility pop
