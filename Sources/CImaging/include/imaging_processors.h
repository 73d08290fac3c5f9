#ifndef IMAGING_PROCESSORS_H
#define IMAGING_PROCESSORS_H

#pragma GCC visibility push(hidden)

// How many processors this process may run on; at least one.
int imaging_processor_count(void);

#pragma GCC visibility pop

#endif
