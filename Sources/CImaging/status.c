#include "imaging_status.h"

#include <errno.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

imaging_code imaging_fail(imaging_status *status, imaging_code code, const char *message)
{
    status->code = code;
    status->system_error = code == IMAGING_IO ? errno : 0;
    snprintf(status->message, sizeof status->message, "%s", message ? message : "");
    return code;
}

#pragma GCC visibility pop
