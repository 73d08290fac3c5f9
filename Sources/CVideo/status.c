#include "video_status.h"

#include <stdio.h>

#pragma GCC visibility push(hidden)

video_code video_fail(video_status *status, video_code code, const char *message)
{
    status->code = code;
    status->system_error = 0;
    snprintf(status->message, sizeof status->message, "%s", message ? message : "");
    return code;
}

#pragma GCC visibility pop
