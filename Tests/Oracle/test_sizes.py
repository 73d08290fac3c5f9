"""Width and height, upright."""

from comparison import Comparison
from oracles import needs_vips, vips_sizes


@needs_vips
def test_sizes_are_those_that_libvips_finds(library, corpus, paths):
    comparison = Comparison("size")
    for path, size in vips_sizes(corpus, paths).items():
        asset = library.assets[path]
        comparison.add(path, "size", (asset["pixelWidth"], asset["pixelHeight"]), size)
    comparison.check(least=400)
