#define _GNU_SOURCE // The mask of processors is Linux's own.

#include "imaging_processors.h"

#include <sched.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)

int imaging_processor_count(void)
{
    cpu_set_t set;
    long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int)count;
}

#pragma GCC visibility pop
