/* Breaks no rule: a plugin of a time when hosts speak version 2, which has no entry point for hosts of today. */
#include "minimal.h"

#include <stdlib.h>

/* No one of today knows what its parameters are. */
PICKER_EXPORT picker_status picker_backend_entry_v2(void) { abort(); }
