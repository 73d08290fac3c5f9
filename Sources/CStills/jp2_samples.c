#include <stdlib.h>
#include <string.h>

#include "jp2.h"

static int is_ycc(const opj_image_t *image)
{
    if (image->color_space == OPJ_CLRSPC_SYCC || image->color_space == OPJ_CLRSPC_EYCC) return 1;
    // Codestreams do not say so, but colours are never subsampled.
    return image->color_space != OPJ_CLRSPC_SRGB && image->numcomps >= 3 && image->comps[0].dx == image->comps[0].dy &&
           image->comps[1].dx > image->comps[0].dx;
}

// Whether the profile is one of ink, by its header (ICC.1, section 7.2): such files name no colours besides. It is
// known once the image was decoded.
static int has_ink(const opj_image_t *image)
{
    return image->numcomps >= 4 && image->icc_profile_buf && image->icc_profile_len >= 20 &&
           memcmp(image->icc_profile_buf + 16, "CMYK", 4) == 0;
}

static uint32_t color_count(const opj_image_t *image)
{
    if (has_ink(image)) return 4;
    switch (image->color_space) {
    case OPJ_CLRSPC_GRAY: return 1;
    case OPJ_CLRSPC_CMYK: return 4;
    case OPJ_CLRSPC_UNKNOWN:
    case OPJ_CLRSPC_UNSPECIFIED: return image->numcomps < 3 ? 1 : 3;
    // A palette that was not looked up yet has one component.
    default: return image->numcomps < 3 ? 1 : 3;
    }
}

static uint8_t sample(const opj_image_comp_t *component, size_t x, size_t y)
{
    const int64_t most = ((int64_t)1 << component->prec) - 1;
    int64_t value = component->data[y * component->w + x];
    if (component->sgnd) value += (int64_t)1 << (component->prec - 1);
    if (value < 0) value = 0;
    if (value > most) value = most;
    return (uint8_t)(component->prec == 8 ? value : (value * 255 + most / 2) / most);
}

// Components may have fewer samples than the image has pixels.
static void copy_row(const opj_image_comp_t *component, size_t row, size_t width, size_t height, uint8_t *to,
                     size_t step)
{
    const size_t y = row * component->h / height;
    if (component->w == width) {
        for (size_t x = 0; x < width; x++)
            to[x * step] = sample(component, x, y);
    } else {
        for (size_t x = 0; x < width; x++)
            to[x * step] = sample(component, x * component->w / width, y);
    }
}

static uint8_t clamped(float value) { return value <= 0 ? 0 : value >= 255 ? 255 : (uint8_t)(value + 0.5f); }

// IEC 61966-2-1 amendment 1: sYCC is BT.601 in full range.
static void color_row(uint8_t *row, size_t width, size_t step)
{
    for (size_t x = 0; x < width; x++, row += step) {
        const float luma = row[0], blue = row[1] - 128.0f, red = row[2] - 128.0f;
        row[0] = clamped(luma + 1.402f * red);
        row[1] = clamped(luma - 0.344136f * blue - 0.714136f * red);
        row[2] = clamped(luma + 1.772f * blue);
    }
}

static void invert_row(uint8_t *row, size_t width, size_t step)
{
    for (size_t x = 0; x < width; x++, row += step) {
        for (int i = 0; i < 4; i++)
            row[i] = 255 - row[i];
    }
}

#pragma GCC visibility push(hidden)

still_code jp2_choose_components(const still_jp2 *self, still_info *info, uint32_t shown[5], still_status *status)
{
    const opj_image_t *image = self->image;
    info->colors = color_count(image);
    if (image->numcomps < info->colors) return still_fail(status, STILL_CORRUPT, "there are too few components");
    uint32_t count = 0, alpha = image->numcomps;
    for (uint32_t i = 0; i < image->numcomps; i++) {
        const opj_image_comp_t *component = &image->comps[i];
        if (component->prec < 1 || component->prec > 31) {
            return still_fail(status, STILL_UNSUPPORTED, "a JPEG 2000 whose samples have no usual number of bits");
        }
        if (component->alpha) {
            if (alpha == image->numcomps) alpha = i;
        } else if (count < info->colors) {
            shown[count++] = i;
        }
    }
    if (count < info->colors) return still_fail(status, STILL_CORRUPT, "there are too few components of colour");
    // One more component than there are colours is taken for alpha also where nothing says so.
    if (alpha == image->numcomps && image->numcomps == info->colors + 1) alpha = info->colors;
    info->has_alpha = alpha < image->numcomps;
    info->is_premultiplied = info->has_alpha && image->comps[alpha].alpha == 2;
    if (info->has_alpha) shown[count] = alpha;
    info->profile = image->icc_profile_len > 0 ? image->icc_profile_buf : NULL;
    info->profile_count = info->profile ? image->icc_profile_len : 0;
    return STILL_OK;
}

still_code still_jp2_write(const still_jp2 *image, uint32_t width, uint32_t height, uint8_t *to, size_t stride,
                           still_status *status)
{
    still_info info = {0};
    uint32_t shown[5];
    if (jp2_choose_components(image, &info, shown, status) != STILL_OK) return status->code;
    const uint32_t count = info.colors + (info.has_alpha != 0);
    for (uint32_t i = 0; i < count; i++) {
        const opj_image_comp_t *component = &image->image->comps[shown[i]];
        if (!component->data || component->w == 0 || component->h == 0) {
            return still_fail(status, STILL_CORRUPT, "a component has no samples");
        }
    }
    for (uint32_t y = 0; y < height; y++, to += stride) {
        if ((y & 63) == 0 && image->source.is_cancelled(image->source.context)) {
            return still_fail(status, STILL_CANCELLED, "cancelled");
        }
        for (uint32_t i = 0; i < count; i++)
            copy_row(&image->image->comps[shown[i]], y, width, height, to + i, count);
        if (info.colors == 3 && is_ycc(image->image)) color_row(to, width, count);
        if (info.colors == 4) invert_row(to, width, count);
    }
    return STILL_OK;
}

#pragma GCC visibility pop
