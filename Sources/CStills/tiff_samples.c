#include <math.h>

#include "tiff.h"

// Light, 0…1, as a sample of sRGB (IEC 61966-2-1): what floating point numbers in files are.
static uint8_t sample_of_light(float light)
{
    if (!(light > 0)) return 0;
    if (light >= 1) return 255;
    float value = light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
    return (uint8_t)(value * 255 + 0.5f);
}

// A part of a whole, which alpha is.
static uint8_t sample_of_part(float part) { return !(part > 0) ? 0 : part >= 1 ? 255 : (uint8_t)(part * 255 + 0.5f); }

// A number of `bits` bits, the highest first, from bit `position` on.
static uint32_t bits_at(const uint8_t *row, size_t position, unsigned bits)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < bits; i++, position++)
        value = value << 1 | (row[position >> 3] >> (7 - (position & 7)) & 1);
    return value;
}

static uint8_t narrowed(uint32_t value, unsigned bits)
{
    uint32_t most = (1u << bits) - 1;
    return (uint8_t)((value * 255u + most / 2) / most);
}

// Signed numbers begin at the lowest.
static uint32_t raised(uint32_t value, unsigned bits, int is_signed)
{
    return is_signed ? value ^ 1u << (bits - 1) : value;
}

static void copy_eight(const uint8_t *row, size_t step, size_t count, int is_signed, uint8_t *to, size_t to_step)
{
    const uint8_t flip = is_signed ? 0x80 : 0;
    for (size_t i = 0; i < count; i++)
        to[i * to_step] = row[i * step] ^ flip;
}

static void copy_sixteen(const uint16_t *row, size_t step, size_t count, int is_signed, uint8_t *to, size_t to_step)
{
    for (size_t i = 0; i < count; i++)
        to[i * to_step] = narrowed(raised(row[i * step], 16, is_signed), 16);
}

static void copy_long(const void *row, size_t step, size_t count, int format, int is_light, uint8_t *to, size_t to_step)
{
    const float *light = row;
    const uint32_t *whole = row;
    for (size_t i = 0; i < count; i++) {
        if (format == SAMPLEFORMAT_IEEEFP)
            to[i * to_step] = is_light ? sample_of_light(light[i * step]) : sample_of_part(light[i * step]);
        else
            to[i * to_step] = (uint8_t)(raised(whole[i * step], 32, format == SAMPLEFORMAT_INT) >> 24);
    }
}

static void copy_bits(const still_tiff *self, const uint8_t *row, size_t first, size_t step, size_t count, uint8_t *to,
                      size_t to_step)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t value = bits_at(row, (first + i * step) * self->bits, self->bits);
        to[i * to_step] = self->has_palette ? (uint8_t)value : narrowed(value, self->bits);
    }
}

// Sample number `first` of a row, and each `step` after it. Light or not, where they are floating point numbers.
static void copy_samples(const still_tiff *self, const uint8_t *row, size_t first, size_t step, size_t count,
                         int is_light, uint8_t *to, size_t to_step)
{
    const int is_signed = self->format == SAMPLEFORMAT_INT;
    switch (self->bits) {
    case 8: copy_eight(row + first, step, count, is_signed, to, to_step); break;
    case 16: copy_sixteen((const uint16_t *)(const void *)row + first, step, count, is_signed, to, to_step); break;
    case 32:
        copy_long((const uint32_t *)(const void *)row + first, step, count, self->format, is_light, to, to_step);
        break;
    default: copy_bits(self, row, first, step, count, to, to_step); break;
    }
}

static void look_up_colors(const still_tiff *self, uint8_t *to, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i++) {
        const uint8_t *color = self->palette[to[i * step]];
        for (int c = 0; c < 3; c++)
            to[i * step + (size_t)c] = color[c];
    }
}

static void invert(uint8_t *to, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i++)
        to[i * step] = 255 - to[i * step];
}

// What goes from -128 to 127, so that 0 becomes 128: a* and b* of CIE L*a*b*. Of sixteen bits, the upper eight are such a
// number, rounded like those without a sign.
static void offset_by_half(uint8_t *to, size_t count, size_t step)
{
    for (size_t i = 0; i < count; i++)
        to[i * step] ^= 0x80;
}

#pragma GCC visibility push(hidden)

void tiff_convert(const still_tiff *self, const uint8_t *row, int plane, size_t first, size_t count, uint8_t *to)
{
    // A palette's one sample becomes three.
    const size_t to_step = self->has_palette ? self->shown_count + 2u : self->shown_count;
    const size_t step = plane < 0 ? self->samples : 1;
    for (unsigned i = 0; i < self->shown_count; i++) {
        if (plane >= 0 && plane != self->shown[i]) continue;
        uint8_t *target = to + (self->has_palette && i > 0 ? i + 2 : i);
        const size_t start = plane < 0 ? first * step + self->shown[i] : first;
        const int is_color = i < self->color_count;
        // Of colours that are multiplied by alpha, as light is, alpha is taken for light too: so they are divided about rightly.
        copy_samples(self, row, start, step, count, is_color || self->is_premultiplied, target, to_step);
        if (self->is_inverted && is_color) invert(target, count, to_step);
        if (self->photometric == PHOTOMETRIC_CIELAB && is_color && i > 0) offset_by_half(target, count, to_step);
        if (self->has_palette && is_color) look_up_colors(self, target, count, to_step);
        // An alpha of few bits beside a palette was not spread over eight.
        if (self->has_palette && !is_color && self->bits < 8) {
            for (size_t pixel = 0; pixel < count; pixel++)
                target[pixel * to_step] = narrowed(target[pixel * to_step], self->bits);
        }
    }
}

#pragma GCC visibility pop
