// libheif, for the one target that uses it.
#include <libheif/heif.h>
