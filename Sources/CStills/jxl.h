#ifndef STILLS_JXL_H
#define STILLS_JXL_H

#include <jxl/decode.h>

#include "still_jxl.h"

// What is used of libjxl.
#define JXL_FUNCTIONS(function)                                                                                      \
    function(JxlDecoderCreate) function(JxlDecoderDestroy) function(JxlDecoderFlushImage)                            \
        function(JxlDecoderGetBasicInfo) function(JxlDecoderGetColorAsEncodedProfile) function(JxlDecoderGetBoxType) \
            function(JxlDecoderReleaseBoxBuffer) function(JxlDecoderSetBoxBuffer)                                    \
                function(JxlDecoderSetDecompressBoxes) function(JxlDecoderGetColorAsICCProfile)                      \
                    function(JxlDecoderGetExtraChannelInfo) function(JxlDecoderGetICCProfileSize)                    \
                        function(JxlDecoderImageOutBufferSize) function(JxlDecoderProcessInput)                      \
                            function(JxlDecoderReleaseInput) function(JxlDecoderSetInput)                            \
                                function(JxlDecoderSetImageOutBuffer) function(JxlDecoderSetKeepOrientation)         \
                                    function(JxlDecoderSetPreferredColorProfile)                                     \
                                        function(JxlDecoderSetUnpremultiplyAlpha) function(JxlDecoderSubscribeEvents)

struct jxl_functions {
#define JXL_MEMBER(name) __typeof__(&name) name;
    JXL_FUNCTIONS(JXL_MEMBER)
#undef JXL_MEMBER
};

#pragma GCC visibility push(hidden)

// Filled once the library is loaded.
extern struct jxl_functions jxl_lib;

// What the samples mean that come out of a decoder which has come to the colours; asks for others where they would mean nothing
// that eight bits can hold.
void jxl_settle_colors(JxlDecoder *decoder, const JxlPixelFormat *format, int is_lossy, still_jxl_colors *colors);

#pragma GCC visibility pop

#endif
