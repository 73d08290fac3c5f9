"""Picker's scaled decode against a full decode and Lanczos in Pillow, on photos of 8 to 18 megapixels."""

import os
import pathlib
import subprocess

import numpy
import pytest
from PIL import Image

from similarity import luma, reference, structural_similarity

LEAST = 0.98
# Half of them in `make test`; all of them when everything is run (see Tests/README.md).
STEP = 1 if os.environ.get("PICKER_TEST_ALL") == "1" else 2
PHOTOS = sorted(pathlib.Path(os.environ["PICKER_CORPUS"], "jpeg/large").glob("*.jpg"))[::STEP]


@pytest.fixture(scope="session", autouse=True)
def there_are_photos():
    assert PHOTOS, "the corpus has no large photos"


@pytest.mark.parametrize("side", [256, 1024])
@pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.stem)
def test_looks_like_the_reference(photo, side, tmp_path):
    out = tmp_path / "image.png"
    subprocess.run(
        [
            os.environ["PICKER_BIN"], "image", photo.name, "--library", photo.parent, "--size", f"{side}x{side}",
            "--resize", "exact", "--delivery", "high-quality", "--out", out, "--quiet",
        ],
        check=True, timeout=60)
    with Image.open(out) as image:
        assert max(image.size) == side
        similarity = structural_similarity(luma(image), reference(photo, image.size))
    assert similarity >= LEAST, f"structural similarity {similarity:.4f}"


def test_measure_of_equal_pictures_is_one_and_notices_a_shift():
    plane = numpy.random.default_rng(1).uniform(0, 255, (64, 64))
    assert structural_similarity(plane, plane) == pytest.approx(1)
    assert structural_similarity(plane[:, 1:], plane[:, :-1]) < LEAST
