#ifndef IMAGING_EXIF_H
#define IMAGING_EXIF_H

#include <stddef.h>
#include <stdint.h>

#define IMAGING_EXIF_TEXT 256

// Texts that people write, which may be longer, are not among them. Texts end in NUL and are empty when absent; numbers are NaN, or 0 where that is no value.
typedef struct imaging_exif {
    int orientation;
    char date_original[32], offset_original[16], subseconds_original[16];
    char date_digitized[32], offset_digitized[16], subseconds_digitized[16];
    char date_changed[32], offset_changed[16], subseconds_changed[16];
    char make[IMAGING_EXIF_TEXT], model[IMAGING_EXIF_TEXT], lens[IMAGING_EXIF_TEXT], software[IMAGING_EXIF_TEXT];
    double exposure_seconds, f_number, focal_length;
    int iso_speed;
    int custom_rendered;
    double latitude, longitude, altitude; // degrees north and east, metres above the sea
    double gps_hour, gps_minute, gps_second;
    char gps_date[32];
} imaging_exif;

#pragma GCC visibility push(hidden)

// Reads an EXIF block, which begins with its TIFF header, with libexif. Returns 0, or -1 when there is nothing to
// be read.
int imaging_exif_read(const uint8_t *block, size_t count, imaging_exif *out);

#pragma GCC visibility pop

#endif
