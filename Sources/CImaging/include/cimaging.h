// C shims around the codec libraries. What needs setjmp, per-thread memory or macros lives here; everything
// else is Swift. No symbol is visible outside of the image that this is linked into.
#ifndef PICKER_CIMAGING_H
#define PICKER_CIMAGING_H

#include "picker_color.h"
#include "picker_exif.h"
#include "picker_gif_decode.h"
#include "picker_inflate.h"
#include "picker_jpeg_decode.h"
#include "picker_jpeg_encode.h"
#include "picker_planes.h"
#include "picker_png_decode.h"
#include "picker_png_encode.h"
#include "picker_scale.h"
#include "picker_source.h"
#include "picker_status.h"
#include "picker_webp_decode.h"

#endif
