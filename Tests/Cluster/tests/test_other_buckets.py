"""Bringing in from buckets that are otherwise: an S3 that knows little, and groups whose files are others than before."""

from cluster import photos
from cluster.plain import PlainStore
from .bucket_case import ODD_NAMES, BucketTest


class OtherBucketTests(BucketTest):
    """What comes in of them."""

    def test_a_video_whose_photo_was_replaced_by_another_image_is_one_of_its_own(self) -> None:
        """It is the first of its group, and was a part of the one after it."""
        self.put("IMG_1.MOV", photos.VIDEO)
        self.put("IMG_1.jpg", photos.STILL)
        self.assertEqual(self.library.ingest(self.source)["inserted"], 1)
        self.put("IMG_1.jpg", photos.png(30, 20, 1))
        report = self.library.ingest(self.source)
        self.assertEqual((report["inserted"], report["updated"], report["failures"]), (1, 1, []))
        self.assertEqual(self.paths(), {"IMG_1.MOV", "IMG_1.jpg"})

    def test_an_s3_that_encodes_no_names_and_knows_no_parts_is_read_all_the_same(self) -> None:
        """Nothing is cut off, and a plus is a plus."""
        names = [name for name in ODD_NAMES if "\t" not in name and "\n" not in name]
        bodies = {name: photos.png(300, 200, number) for number, name in enumerate(names)}
        self.assertGreater(min(len(body) for body in bodies.values()), 100_000)
        store = PlainStore({f"drop/{name}": body for name, body in bodies.items()})
        self.addCleanup(store.end)
        for name, body in bodies.items():
            path = self.photos / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        source = {"endpoint": f"http://127.0.0.1:{store.port}", "access-key": "a", "secret-key": "b", "insecure": "yes"}
        report = self.library.ingest(self.source, source=source)
        self.assertEqual((report["inserted"], report["failures"]), (len(names), []))
        self.assertEqual(self.paths(), set(names))
        self.assert_whole()
