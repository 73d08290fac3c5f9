/* The fault of one backend. The name behind the sign is replaced in the finished library: FolderBackends.swift does. */
#include "folder.h"

/* Or an option of the compiler says which it is. */
#ifndef FOLDER_FAULT
#define FOLDER_FAULT "none"
#endif

#define SIGN "FOLDER_FAULT="
static const volatile char signed_fault[80] = SIGN FOLDER_FAULT;

bool folder_is_about(const char *beginning)
{
    const volatile char *name = signed_fault + sizeof SIGN - 1;
    while (*beginning != 0 && *name == *beginning) {
        name++;
        beginning++;
    }
    return *beginning == 0;
}

bool folder_has(const char *fault)
{
    const volatile char *name = signed_fault + sizeof SIGN - 1;
    while (*name == *fault && *fault != 0) {
        name++;
        fault++;
    }
    return *name == *fault;
}
