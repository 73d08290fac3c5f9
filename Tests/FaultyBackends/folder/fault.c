/* The fault of one backend: FOLDER_FAULT is set on the compiler's command line. */
#include "folder.h"

const char folder_fault[] = FOLDER_FAULT;
