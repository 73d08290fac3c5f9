#ifndef STILLS_JP2_H
#define STILLS_JP2_H

// Its folder is named after its version.
#if __has_include(<openjpeg-2.5/openjpeg.h>)
#include <openjpeg-2.5/openjpeg.h>
#else
#include <openjpeg.h>
#endif

#include "still_jp2.h"

// What is used of OpenJPEG.
#define JP2_FUNCTIONS(function)                                                                                      \
    function(opj_create_decompress) function(opj_decode) function(opj_destroy_codec) function(opj_destroy_cstr_info) \
        function(opj_get_cstr_info) function(opj_image_destroy) function(opj_read_header)                            \
            function(opj_set_decoded_resolution_factor) function(opj_set_default_decoder_parameters)                 \
                function(opj_set_error_handler) function(opj_setup_decoder) function(opj_stream_create)              \
                    function(opj_stream_destroy) function(opj_stream_set_read_function)                              \
                        function(opj_stream_set_seek_function) function(opj_stream_set_skip_function)                \
                            function(opj_stream_set_user_data) function(opj_stream_set_user_data_length)

struct jp2_functions {
#define JP2_MEMBER(name) __typeof__(&name) name;
    JP2_FUNCTIONS(JP2_MEMBER)
#undef JP2_MEMBER
};

struct still_jp2 {
    still_source source;
    uint64_t position;
    int io_failed, was_cancelled;
    char message[200]; // What OpenJPEG said first.
    opj_stream_t *stream;
    opj_codec_t *codec;
    opj_image_t *image;
    uint32_t halvings;
};

#pragma GCC visibility push(hidden)

// Filled once the library is loaded.
extern struct jp2_functions jp2_lib;

// How its components are shown: what `info` says of colours, alpha and profile, and in `shown` the component of each.
// STILL_UNSUPPORTED for combinations that mean nothing.
still_code jp2_choose_components(const still_jp2 *self, still_info *info, uint32_t shown[5], still_status *status);

#pragma GCC visibility pop

#endif
