// Writes JPEGs of kinds that Picker's own encoder does not write: other samplings, restart markers, scans, tables.
#ifndef JPEG_FIXTURE_H
#define JPEG_FIXTURE_H

#include <stddef.h>
#include <stdint.h>

typedef enum jpeg_fixture_scans {
    JPEG_FIXTURE_ONE_SCAN,
    JPEG_FIXTURE_SCAN_EACH, // one for each component
    JPEG_FIXTURE_PROGRESSIVE,
    JPEG_FIXTURE_ARITHMETIC, // one scan, in another code than Huffman's
} jpeg_fixture_scans;

typedef enum jpeg_fixture_picture {
    JPEG_FIXTURE_NOISE, // long blocks with long codes
    JPEG_FIXTURE_SLOPE, // short ones
    JPEG_FIXTURE_CHECKS,
    JPEG_FIXTURE_GRAIN,
} jpeg_fixture_picture;

typedef struct jpeg_fixture {
    int width, height;
    int component_count; // 1, 3 or 4
    int h_factors[4], v_factors[4];
    int quality;          // 0…100
    int restart_interval; // groups of blocks; 0: none
    jpeg_fixture_scans scans;
    int has_own_tables; // of Huffman codes
    jpeg_fixture_picture picture;
    uint32_t seed;
} jpeg_fixture;

// Writes it to memory of malloc, which becomes the caller's. Returns how many bytes there are, 0 when libjpeg refuses.
size_t jpeg_fixture_write(const jpeg_fixture *fixture, uint8_t **bytes);

#endif
