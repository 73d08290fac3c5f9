"""Structural similarity, and the reference that images are compared with."""

import io

import numpy
from PIL import Image, ImageCms, ImageOps

# Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment: From Error Visibility to Structural Similarity, 2004.
_SIGMA = 1.5
_RADIUS = 5
_C1 = (0.01 * 255) ** 2
_C2 = (0.03 * 255) ** 2


def reference(path, size):
    """The luma of a photo decoded in full, upright, in sRGB and shrunk by Lanczos to exactly `size`."""
    with Image.open(path) as image:
        profile = image.info.get("icc_profile")
        upright = ImageOps.exif_transpose(image).convert("RGB")
    small = upright.resize(size, Image.Resampling.LANCZOS)
    if profile:
        small = ImageCms.profileToProfile(
            small, ImageCms.ImageCmsProfile(io.BytesIO(profile)), ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.PERCEPTUAL)
    return luma(small)


def luma(image):
    """ITU-R 601 luma, 0 to 255."""
    red, green, blue = numpy.moveaxis(numpy.asarray(image.convert("RGB"), dtype=numpy.float64), 2, 0)
    return 0.299 * red + 0.587 * green + 0.114 * blue


def structural_similarity(one, other):
    """The mean of SSIM over all places where the window fits: 1 for equal images."""
    if one.shape != other.shape:
        raise ValueError(f"images of {one.shape} and {other.shape} rows and columns")
    mean_one, mean_other = _blurred(one), _blurred(other)
    variance_one = _blurred(one * one) - mean_one**2
    variance_other = _blurred(other * other) - mean_other**2
    covariance = _blurred(one * other) - mean_one * mean_other
    above = (2 * mean_one * mean_other + _C1) * (2 * covariance + _C2)
    below = (mean_one**2 + mean_other**2 + _C1) * (variance_one + variance_other + _C2)
    return float((above / below).mean())


def _blurred(plane):
    offsets = numpy.arange(-_RADIUS, _RADIUS + 1)
    kernel = numpy.exp(-(offsets**2) / (2 * _SIGMA**2))
    kernel /= kernel.sum()
    for axis in (0, 1):
        length = plane.shape[axis] - 2 * _RADIUS
        plane = sum(
            weight * plane.take(range(start, start + length), axis=axis) for start, weight in enumerate(kernel))
    return plane
