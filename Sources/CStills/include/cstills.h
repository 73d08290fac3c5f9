// Shims over libtiff, libjxl and OpenJPEG, each of which is loaded when the first file of its formats is read, and need not
// be there. No symbol is visible outside of the image that this is linked into.
#ifndef CSTILLS_H
#define CSTILLS_H

#include "still_image.h"
#include "still_jp2.h"
#include "still_jxl.h"
#include "still_libraries.h"
#include "still_status.h"
#include "still_tiff.h"

#endif
