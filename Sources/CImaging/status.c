#include "picker_status.h"

#include <errno.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

picker_code picker_fail(picker_status *status, picker_code code, const char *message)
{
    status->code = code;
    status->system_error = code == PICKER_IO ? errno : 0;
    snprintf(status->message, sizeof status->message, "%s", message ? message : "");
    return code;
}

#pragma GCC visibility pop
