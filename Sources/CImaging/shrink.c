#include "shrink.h"

#include <stdlib.h>
#include <string.h>

#include "imaging_planes.h"

static size_t cell_count(const imaging_shrinker *self)
{
    return (self->width + (size_t)self->factor - 1) / self->factor;
}

// Inlined with a constant count of channels.
static inline void add_row(imaging_shrinker *self, const uint8_t *row, size_t channels)
{
    uint32_t *sum = self->sums;
    for (size_t left = 0; left < self->width; left += self->factor, sum += channels) {
        size_t right = left + self->factor < self->width ? left + self->factor : self->width;
        for (size_t x = left; x < right; x++) {
            const uint8_t *pixel = row + x * channels;
            if (channels == 4) {
                uint32_t alpha = pixel[3];
                for (size_t i = 0; i < 3; i++)
                    sum[i] += (pixel[i] * alpha + 127) / 255;
                sum[3] += alpha;
            } else {
                for (size_t i = 0; i < channels; i++)
                    sum[i] += pixel[i];
            }
        }
    }
}

static void write_cells(imaging_shrinker *self)
{
    size_t cells = cell_count(self), channels = (size_t)self->channels;
    for (size_t cell = 0; cell < cells; cell++) {
        size_t columns = self->width - cell * self->factor;
        if (columns > self->factor) columns = self->factor;
        uint32_t count = (uint32_t)(columns * self->rows);
        for (size_t i = 0; i < channels; i++) {
            self->target[cell * channels + i] = (uint8_t)((self->sums[cell * channels + i] + count / 2) / count);
        }
    }
    memset(self->sums, 0, cells * channels * sizeof *self->sums);
    self->target += self->stride;
    self->rows = 0;
}

#pragma GCC visibility push(hidden)

int imaging_shrinker_init(imaging_shrinker *self, unsigned width, unsigned factor, int channels, uint8_t *target,
                          size_t stride)
{
    *self =
        (imaging_shrinker){.width = width, .factor = factor, .channels = channels, .target = target, .stride = stride};
    if (factor == 1) return 0;
    self->sums = calloc(cell_count(self) * (size_t)channels, sizeof *self->sums);
    return self->sums ? 0 : -1;
}

void imaging_shrinker_add(imaging_shrinker *self, const uint8_t *row)
{
    if (self->factor == 1) {
        memcpy(self->target, row, (size_t)self->width * (size_t)self->channels);
        self->target += self->stride;
        return;
    }
    switch (self->channels) {
    case 1: add_row(self, row, 1); break;
    case 3: add_row(self, row, 3); break;
    default: add_row(self, row, 4); break;
    }
    if (++self->rows == self->factor) write_cells(self);
}

void imaging_shrinker_finish(imaging_shrinker *self)
{
    if (self->rows > 0) write_cells(self);
}

void imaging_shrinker_free(imaging_shrinker *self) { free(self->sums); }

int imaging_shrink_pixels(const uint8_t *from, size_t from_stride, size_t width, size_t height, size_t pixel_bytes,
                          unsigned factor, uint8_t *to, size_t to_stride)
{
    imaging_shrinker shrinker;
    if (imaging_shrinker_init(&shrinker, (unsigned)width, factor, (int)pixel_bytes, to, to_stride) != 0) return -1;
    for (size_t y = 0; y < height; y++)
        imaging_shrinker_add(&shrinker, from + y * from_stride);
    imaging_shrinker_finish(&shrinker);
    imaging_shrinker_free(&shrinker);
    return 0;
}

imaging_shrinker *imaging_shrinker_make(size_t width, unsigned factor, size_t pixel_bytes, uint8_t *target,
                                        size_t stride)
{
    imaging_shrinker *self = malloc(sizeof *self);
    if (self && imaging_shrinker_init(self, (unsigned)width, factor, (int)pixel_bytes, target, stride) != 0) {
        free(self);
        return NULL;
    }
    return self;
}

void imaging_shrinker_take(imaging_shrinker *self, const uint8_t *rows, size_t stride, size_t count)
{
    for (size_t y = 0; y < count; y++)
        imaging_shrinker_add(self, rows + y * stride);
}

void imaging_shrinker_end(imaging_shrinker *self)
{
    imaging_shrinker_finish(self);
    imaging_shrinker_free(self);
    free(self);
}

void imaging_copy_samples(const uint8_t *from, size_t from_step, size_t width, uint8_t *to, size_t to_step,
                          size_t count)
{
    for (size_t x = 0; x < width; x++, from += from_step, to += to_step) {
        for (size_t i = 0; i < count; i++)
            to[i] = from[i];
    }
}

#pragma GCC visibility pop
