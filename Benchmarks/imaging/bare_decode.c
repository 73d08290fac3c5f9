// The least that a JPEG thumbnail costs: libjpeg-turbo's own decode to planes at a scale, and nothing after it.
//
//   bare-decode EIGHTHS FILE…
//
// Exit status: 0, or 1 when a file could not be read or decoded.

#define _POSIX_C_SOURCE 200809L // fileno

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <turbojpeg.h>

static unsigned char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    struct stat status;
    unsigned char *bytes = NULL;
    if (fstat(fileno(file), &status) == 0 && status.st_size > 0) {
        *length = (size_t)status.st_size;
        bytes = malloc(*length);
        if (bytes && fread(bytes, 1, *length, file) != *length) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

static int decode(tjhandle decoder, const unsigned char *bytes, size_t length, int eighths)
{
    int width, height, subsampling, colorspace;
    if (tjDecompressHeader3(decoder, bytes, length, &width, &height, &subsampling, &colorspace)) return -1;
    tjscalingfactor scale = {eighths, 8};
    int scaled_width = TJSCALED(width, scale), scaled_height = TJSCALED(height, scale);

    unsigned char *planes[3] = {NULL, NULL, NULL};
    int count = subsampling == TJSAMP_GRAY ? 1 : 3, result = 0;
    for (int i = 0; i < count; i++) {
        planes[i] = malloc(tjPlaneSizeYUV(i, scaled_width, 0, scaled_height, subsampling));
        if (!planes[i]) result = -1;
    }
    if (result == 0)
        result = tjDecompressToYUVPlanes(decoder, bytes, length, planes, scaled_width, NULL, scaled_height, 0);
    for (int i = 0; i < count; i++)
        free(planes[i]);
    return result;
}

int main(int argc, char **argv)
{
    tjhandle decoder = tjInitDecompress();
    if (argc < 3 || !decoder) return 1;
    for (int i = 2; i < argc; i++) {
        size_t length = 0;
        unsigned char *bytes = read_file(argv[i], &length);
        if (!bytes || decode(decoder, bytes, length, atoi(argv[1]))) {
            fprintf(stderr, "bare-decode: %s: %s\n", argv[i], bytes ? tjGetErrorStr2(decoder) : "cannot be read");
            return 1;
        }
        free(bytes);
    }
    return tjDestroy(decoder) ? 1 : 0;
}
