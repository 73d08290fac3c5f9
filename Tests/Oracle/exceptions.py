"""Files of the corpus that picker and another program take for different things, and why picker's way is right.

By the name of the comparison, and the path. One that does not differ any more fails the test: take it out.
"""

_CALIBRATED = "ink without a profile; libvips has one of its own"
_INTENT = "the profile has a table for each intent; libvips takes another one"
_NUMBERS = "the file names its primaries by numbers, which libvips does not read"
_RANGE = "high dynamic range, which libvips shows as if it were sRGB"

EXCEPTIONS = {
    "size": {},
    "date": {
        "heif/camera/pillow_heif__spatial_photo.heic": "a date that is none in EXIF; XMP has one, with GMT before its zone",
        "jpeg/variety/Pillow__exif_gps.jpg": "a date in the future",
    },
    "place": {
        "jpeg/makers/goexif__geodegrees_as_string.jpg": "degrees as text, which EXIF does not have",
    },
    "camera": {
        "jpeg/variety/Pillow__exif_gps.jpg": "an exposure of 136 years",
    },
    "video": {},
    "frame": {},
    "color": {
        "heif/avif/libavif__seine_hdr_gainmap_small_srgb.avif": _RANGE,
        "heif/avif/libavif__seine_hdr_rec2020.avif": _RANGE,
        "heif/avif/libavif__colors_hdr_p3.avif": _RANGE,
        "heif/avif/libavif__colors_hdr_rec2020.avif": _RANGE,
        "heif/avif/libavif__colors_hdr_srgb.avif": _RANGE,
        "heif/avif/libavif__colors_text_hdr_p3.avif": _RANGE,
        "heif/avif/libavif__colors_text_hdr_rec2020.avif": _RANGE,
        "heif/avif/libavif__colors_text_hdr_srgb.avif": _RANGE,
        "heif/avif/libavif__colors_text_wcg_hdr_rec2020.avif": _RANGE,
        "heif/avif/libavif__colors_wcg_hdr_rec2020.avif": _RANGE,
        "heif/avif/libavif__clop_irot_imor.avif": "libheif 1.15 leaves out the alpha of what is cut",
        "heif/avif/libavif__colors_text_wcg_sdr_rec2020.avif": _NUMBERS,
        "heif/camera/pillow_heif__zPug_3.heic": "gray with a profile for colours, which libvips applies",
        "heif/features/libheif__colors-no-alpha-thumbnail.heic": "its thumbnail, which is large enough, has other colours",
        "jpeg/exif-quirks/elodie__imghdr-error.jpg": _CALIBRATED,
        "jpeg/variety/Pillow__icc_profile_big.jpg": _INTENT,
        "jpeg/variety/Pillow__pil_sample_cmyk.jpg": _CALIBRATED,
        "jpeg/variety/derived_cmyk_adobe.jpg": _CALIBRATED,
        "orientation/Pillow__xmp_tags_orientation.png": "XMP alone says how it is turned, which libvips does not read",
    },
}
