#define _GNU_SOURCE
#include "platform.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>

/* More than any linker writes: a file may say anything. */
enum { MOST_SEGMENTS = 128, MOST_ENTRIES = 1024 };

static bool read_at(int file, ElfW(Off) offset, void *into, size_t size)
{
    return pread(file, into, size, (off_t)offset) == (ssize_t)size;
}

static bool asks_for_binding(const ElfW(Dyn) * entry)
{
    switch (entry->d_tag) {
    case DT_BIND_NOW: return true;
    case DT_FLAGS: return entry->d_un.d_val & DF_BIND_NOW;
    case DT_FLAGS_1: return entry->d_un.d_val & DF_1_NOW;
    default: return false;
    }
}

static bool dynamic_section_asks_for_binding(int file, const ElfW(Phdr) * segment)
{
    ElfW(Dyn) entry;
    for (size_t i = 0; i < MOST_ENTRIES && (i + 1) * sizeof entry <= segment->p_filesz; i++) {
        if (!read_at(file, segment->p_offset + i * sizeof entry, &entry, sizeof entry) || entry.d_tag == DT_NULL)
            return false;
        if (asks_for_binding(&entry)) return true;
    }
    return false;
}

static bool file_asks_for_binding(int file)
{
    ElfW(Ehdr) header;
    if (!read_at(file, 0, &header, sizeof header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
    const unsigned char own_class = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
    if (header.e_ident[EI_CLASS] != own_class || header.e_phentsize != sizeof(ElfW(Phdr))) return false;
    for (size_t i = 0; i < header.e_phnum && i < MOST_SEGMENTS; i++) {
        ElfW(Phdr) segment;
        if (!read_at(file, header.e_phoff + i * sizeof segment, &segment, sizeof segment)) return false;
        if (segment.p_type == PT_DYNAMIC) return dynamic_section_asks_for_binding(file, &segment);
    }
    return false;
}

#pragma GCC visibility push(hidden)

bool platform_address_is_in(void *handle, const void *address)
{
    struct link_map *opened = 0;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &opened) != 0) return false;
    Dl_info info;
    struct link_map *owner = 0;
    if (dladdr1(address, &info, (void **)&owner, RTLD_DL_LINKMAP) == 0) return false;
    return owner == opened;
}

void *platform_load_library(const char *path)
{
    /* What asks for it is bound at once by the dynamic linker itself, and RTLD_LAZY is then for the libraries that it needs. */
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool is_bound_anyway = file >= 0 && file_asks_for_binding(file);
    if (file >= 0) close(file);
    return dlopen(path, (is_bound_anyway ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL);
}

#pragma GCC visibility pop
