// zlib, as a module.
#include <zlib.h>
