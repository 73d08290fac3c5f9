/* A system library is a module map and this: where the header lies is for pkg-config to say. */
#include <turbojpeg.h>
