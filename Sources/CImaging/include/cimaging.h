// C shims around the codec libraries. What needs setjmp, per-thread memory or macros lives here; everything
// else is Swift. No symbol is visible outside of the image that this is linked into.
#ifndef PICKER_CIMAGING_H
#define PICKER_CIMAGING_H

#include "picker_inflate.h"

#endif
