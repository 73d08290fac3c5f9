import Testing

@testable import PhotoFolder

@Suite("The name of a photo")
struct BurstNameTests {
    @Test(
        "The name of a photo says that it is one of a burst",
        arguments: [
            "IMG_20190101_120000_BURST001.jpg", "IMG_20190101_120000_BURST012_COVER.JPG",
            "00001IMG_00001_BURST20190101120000000_COVER.jpg", "BURST20190101120000.jpg",
        ])
    func burst(name: String) {
        #expect(BurstName.matches(Array(name.utf8)))
    }

    @Test(
        "The name of a photo says so only as phones do",
        arguments: [
            "", "BURST", "IMG_BURST.jpg", "IMG_BURST12.jpg", "SUNBURST001.jpg", "burst001.jpg",
            "IMG_20190101_120000.jpg",
            "00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg", "20190101_120000_001.jpg",
        ])
    func other(name: String) {
        #expect(!BurstName.matches(Array(name.utf8)))
    }
}
