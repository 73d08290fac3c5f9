import PhotoModel
import Testing

@testable import PickerHost

@Suite("What an image is estimated to take") struct ImageCostTests {
    private func bytes(_ target: PixelSize?, _ source: PixelSize?, most: Int = 0) -> Int {
        ImageCost.bytes(
            ImageOptions(targetSize: target), of: source, limits: ResourceLimits(maxRequestBytes: most))
    }

    @Test("What an image takes is four bytes for each pixel of the photo and of the result, twice")
    func formula() {
        let photo = PixelSize(width: 4000, height: 3000)
        #expect(bytes(PixelSize(width: 100, height: 100), photo) == 4 * (12_000_000 + 2 * 10_000))
        #expect(bytes(nil, photo) == 4 * 3 * 12_000_000)
        // An image is not larger than the photo.
        #expect(bytes(PixelSize(width: 9000, height: 9000), photo) == 4 * 3 * 12_000_000)
    }

    @Test(
        "What an image takes is estimated for photos of unknown size, and of any",
        arguments: [nil, PixelSize(width: 0, height: 5)])
    func unknown(size: PixelSize?) {
        #expect(bytes(PixelSize(width: 10, height: 10), size) == 4 * (24_000_000 + 200))
        #expect(bytes(nil, PixelSize(width: .max, height: .max)) == 1 << 30)
    }

    @Test("What an image takes is no more than the administrator allows")
    func limited() {
        #expect(bytes(nil, PixelSize(width: 40_000, height: 30_000), most: 5000) == 5000)
    }
}
