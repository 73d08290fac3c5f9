// A shim around libqrencode, which makes QR codes. It is opened when the first code is made, and need not be there.
#ifndef CQRCODE_H
#define CQRCODE_H

#include <stddef.h>
#include <stdint.h>

// Modules on a side of the largest QR code.
#define QR_LARGEST_SIDE 177

// Why libqrencode cannot be used, in the words of the dynamic linker; NULL when it can. The first call opens it.
const char *qr_missing_library(void);

// Makes the smallest QR code of some bytes, with the least error correction: a screen is clean. Writes a byte for each module,
// 1 for a dark one, row by row from the top left, without a margin, into `modules`, which has room for
// QR_LARGEST_SIDE * QR_LARGEST_SIDE. The number of modules on a side; 0 when there is none: no library, no memory, or too many
// bytes.
int qr_make(const uint8_t *bytes, size_t byte_count, uint8_t *modules);

#endif
