// libsodium, for the one target that uses it.
#include <sodium.h>
