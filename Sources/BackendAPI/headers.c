/*
 * Compiles the headers on their own, so that a target exists that carries them.
 */
#include "picker/backend_api.h"
