/* Breaks R1: exports a function, but not the entry point. */
#include "minimal.h"

PICKER_EXPORT int picker_backend_version(void);

int picker_backend_version(void) { return 1; }
