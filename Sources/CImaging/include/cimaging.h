// C shims around the codec libraries. What needs setjmp, per-thread memory or macros lives here; everything
// else is Swift. No symbol is visible outside of the image that this is linked into.
#ifndef IMAGING_CIMAGING_H
#define IMAGING_CIMAGING_H

#include "imaging_color.h"
#include "imaging_exif.h"
#include "imaging_gif_decode.h"
#include "imaging_inflate.h"
#include "imaging_jpeg_decode.h"
#include "imaging_jpeg_encode.h"
#include "imaging_abandon.h"
#include "imaging_levels.h"
#include "imaging_planes.h"
#include "imaging_png_decode.h"
#include "imaging_png_encode.h"
#include "imaging_processors.h"
#include "imaging_scale.h"
#include "imaging_shrinker.h"
#include "imaging_source.h"
#include "imaging_status.h"
#include "imaging_webp_decode.h"
#include "imaging_webp_encode.h"
#include "imaging_xml.h"

#endif
