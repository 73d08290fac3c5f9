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
        #expect(BurstName(Array(name.utf8)) != nil)
    }

    @Test(
        "The name of a photo says so only as phones do",
        arguments: [
            "", "BURST", "IMG_BURST.jpg", "IMG_BURST12.jpg", "SUNBURST001.jpg", "burst001.jpg",
            "IMG_20190101_120000.jpg",
            "00100dPORTRAIT_00100_BURST20190101120000000_COVER.jpg", "20190101_120000_001.jpg",
        ])
    func other(name: String) {
        #expect(BurstName(Array(name.utf8)) == nil)
    }

    @Test(
        "The name of a photo says which burst it is of, and whether the phone chose it",
        arguments: [
            ("IMG_20190101_120000_BURST001.jpg", "IMG_20190101_120000_", false),
            ("IMG_20190101_120000_BURST012_COVER.JPG", "IMG_20190101_120000_", true),
            ("00001IMG_00001_BURST20190101120000000_COVER.jpg", "20190101120000000", true),
            ("00002IMG_00002_BURST20190101120000000.jpg", "20190101120000000", false),
            ("BURST20190101120000.jpg", "20190101120000", false),
            // Photos of any burst may be called so.
            ("BURST001.jpg", nil, false), ("BURST001_COVER(1).jpg", nil, true),
            ("IMG_COVER_BURST001.jpg", "IMG_COVER_", false),
        ] as [(String, String?, Bool)])
    func which(name: String, shared: String?, isCover: Bool) throws {
        let burst = try #require(BurstName(Array(name.utf8)))
        #expect(burst.shared == shared.map { Array($0.utf8) } && burst.isCover == isCover)
    }
}
