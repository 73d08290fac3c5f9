/* Breaks R1: has no entry point itself, only a library that it needs has; dlsym finds that one. */
#include "minimal.h"

PICKER_EXPORT int picker_backend_unrelated(void);

int picker_backend_unrelated(void) { return 1; }
