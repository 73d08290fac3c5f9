#include <memory>
#include <new>

#include "craw.h"
#include "open_file.h"

raw_code raw_read_facts(const raw_source *source, raw_facts *facts)
{
    // On the heap: its window would be much of a small thread's stack.
    const std::unique_ptr<raw::OpenFile> file(new (std::nothrow) raw::OpenFile(*source));
    if (!file) return RAW_OUT_OF_MEMORY;
    return file->describe(*facts);
}
