#include "still_status.h"

#include <stdio.h>

#pragma GCC visibility push(hidden)

still_code still_fail(still_status *status, still_code code, const char *message)
{
    status->code = code;
    snprintf(status->message, sizeof status->message, "%s", message ? message : "");
    // Libraries put in what files say.
    for (char *at = status->message; *at; at++) {
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~') *at = at[1] ? '?' : 0;
    }
    return code;
}

#pragma GCC visibility pop
