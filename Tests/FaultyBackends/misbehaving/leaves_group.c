/* Leaves the process group that it was started in, and never returns from its entry point. */
#define _POSIX_C_SOURCE 200809L
#include "../minimal.h"

#include <unistd.h>

PICKER_EXPORT picker_status picker_backend_entry_v1(const picker_entry_request *request, picker_backend *backend,
                                                    picker_error *error)
{
    (void)request, (void)backend, (void)error;
    if (setpgid(0, getpgid(getppid())) != 0) _exit(1);
    for (;;)
        pause();
}
