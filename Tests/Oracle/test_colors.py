"""What a photo looks like."""

import numpy
from PIL import Image

from comparison import Comparison
from oracles import needs_vips, vips_thumbnail

SIDE = 64
CELLS = 8
# Of 255; two converters of YCbCr and of profiles differ by one or two.
TOLERANCE = 3.0


@needs_vips
def test_thumbnails_look_like_those_of_libvips(library, corpus, paths, records, tmp_path):
    comparison = Comparison("color")
    ours = library.thumbnails(SIDE, tmp_path / "ours")
    reference = tmp_path / "theirs.png"
    for path in paths:
        reference.unlink(missing_ok=True)
        if path not in ours or library.assets[path]["mediaType"] != "image" or has_gamma(records.get(path, {})):
            continue
        has_profile = any(name.startswith("ICC") for name in records.get(path, {}))
        if vips_thumbnail(corpus / path, reference, SIDE, has_profile):
            distance = mean_distance(ours[path], reference)
            comparison.add(path, "distance", round(distance, 1), 0, distance <= TOLERANCE)
    comparison.check(least=400)


def has_gamma(record):
    """Whether a PNG says by numbers what its colours are, which libvips does not read."""
    return any(name in record for name in ("PNG:Gamma", "PNG:WhitePointX")) and "PNG:SRGBRendering" not in record


def mean_distance(one, other):
    """The mean difference of channels in cells of an eighth of the side, where filters and small chroma do not show.

    Over white where the second is transparent: the first is a JPEG.
    """
    with Image.open(one) as image:
        left = image.convert("RGB")
    with Image.open(other) as image:
        layer = image.convert("RGBA")
    right = Image.alpha_composite(Image.new("RGBA", layer.size, (255, 255, 255, 255)), layer).convert("RGB")
    cells = [
        numpy.asarray(image.resize((CELLS, CELLS), Image.Resampling.BOX), dtype=float) for image in (left, right)]
    return float(numpy.abs(cells[0] - cells[1]).mean())
