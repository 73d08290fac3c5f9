import Foundation
import PhotoFolder
import PhotoModel
import Testing

@Suite struct AssetRecordsTests {
    private let folder: LibraryFolder

    init() throws { folder = try LibraryFolder() }

    private func assets() throws -> [Asset] {
        let root = try folder.open()
        var records = AssetRecords(root)
        return try Walked(root).assets.map { try records.asset($0) }
    }

    @Test func `The record of a photo has all of its facts`() throws {
        try folder.write("2024/IMG_1.jpg", MediaBytes.jpeg(width: 400, height: 300))
        let asset = try assets()[0]
        let identity = try folder.open().identity
        #expect(asset.localIdentifier == identity.asset(at: Array("2024/IMG_1.jpg".utf8)).text)
        #expect(asset.filename == "IMG_1.jpg" && asset.path.text == "2024/IMG_1.jpg")
        #expect(asset.contentType == "public.jpeg" && asset.mediaType == .image)
        #expect(asset.pixelWidth == 400 && asset.pixelHeight == 300)
        #expect(asset.byteSize == Int64(MediaBytes.jpeg().count))
        #expect(asset.duration == 0 && asset.representationCount == 1 && !asset.hasAdjustments)
        #expect(asset.contentTag != 0)
    }

    @Test func `The record of a video says that its duration is not known`() throws {
        try folder.write("a.mp4", MediaBytes.mp4)
        let asset = try assets()[0]
        #expect(asset.mediaType == .video && asset.duration == nil && asset.contentType == "public.mpeg-4")
    }

    @Test func `What cannot be decoded is listed without a size`() throws {
        try folder.write("a.heic", MediaBytes.heic)
        try folder.write("b.jpg", Array(MediaBytes.jpeg().prefix(22)))
        for asset in try assets() { #expect(asset.pixelWidth == 0 && asset.pixelHeight == 0) }
        #expect(try assets().map(\.contentType) == ["public.heic", "public.jpeg"])
    }

    @Test func `The clock of the program that wrote a photo counts before its name`() throws {
        try folder.write("IMG_20240501_120000.jpg", MediaBytes.jpeg(changed: "2020:02:03 04:05:06"))
        try folder.write("IMG_20240502_120000.jpg", MediaBytes.jpeg(changed: "0000:00:00 00:00:00"))
        let dates = try assets().compactMap(\.creation)
        #expect(dates.map(\.source) == [.metadata, .filename])
        #expect(dates[0].time.iso8601() == "2020-02-03T04:05:06Z")
    }

    @Test func `A photo that was exported without metadata was taken when its RAW file says`() throws {
        let raw = MediaBytes.dng(taken: "2020:02:03 04:05:06")
        let named = ["IMG_1", "IMG_20240501_120000", "x"]
        for name in named { try folder.write("\(name).dng", raw) }
        try folder.write("IMG_1.jpg")
        try folder.write("IMG_20240501_120000.jpg", MediaBytes.jpeg(changed: "2022:02:03 04:05:06"))
        try folder.write("x.jpg", MediaBytes.jpeg(attributes: "xmp:CreateDate='2021-01-01T00:00:00'"))
        let dates = try assets().compactMap(\.creation)
        #expect(dates.map(\.source) == [.metadata, .metadata, .metadata])
        let times = dates.map { $0.time.iso8601() }
        #expect(times == ["2020-02-03T04:05:06Z", "2020-02-03T04:05:06Z", "2021-01-01T00:00:00Z"])
    }

    @Test func `An edited photo has the size of the edit and the name of the original`() throws {
        try folder.write("IMG_1.JPG", MediaBytes.jpeg(width: 400, height: 300))
        try folder.write("IMG_E1.JPG", MediaBytes.jpeg(width: 200, height: 200))
        let asset = try assets()[0]
        #expect(asset.filename == "IMG_1.JPG" && asset.hasAdjustments && asset.representationCount == 2)
        #expect(asset.pixelWidth == 200 && asset.pixelHeight == 200)
    }

    @Test func `Subtypes are those of the files and of the name`() throws {
        try folder.write("a.jpg")
        try folder.write("a.dng", MediaBytes.dng)
        try folder.write("b.jpg")
        try folder.write("b.mov", MediaBytes.quickTime)
        try folder.write("Screenshot_1.jpg")
        #expect(try assets().map(\.mediaSubtypes) == [.raw, .livePhoto, .screenshot])
    }

    @Test func `Subtypes are those of the metadata, too`() throws {
        try folder.write("a.jpg", MediaBytes.jpeg(attributes: "GPano:ProjectionType='cylindrical'"))
        try folder.write("b.jpg", MediaBytes.jpeg(attributes: "hdrgm:Version='1.0'"))
        #expect(try assets().map(\.mediaSubtypes) == [.panorama, .hdr])
    }

    @Test func `What people wrote is in the details with the camera's data`() throws {
        let elements = "<dc:title>Sea</dc:title><dc:subject><r:Bag><r:li>sun</r:li></r:Bag></dc:subject>"
        try folder.write("a.jpg", MediaBytes.jpeg(attributes: "xmp:Rating='4'", elements))
        let root = try folder.open()
        var records = AssetRecords(root)
        let camera = try records.details(Walked(root).assets[0]).camera
        #expect(camera?.title == "Sea" && camera?.keywords == ["sun"] && camera?.rating == 4)
    }

    @Test func `The representations are in the order in which they are read`() throws {
        try folder.write("IMG_1.JPG")
        try folder.write("IMG_1.dng", MediaBytes.dng)
        try folder.write("IMG_E1.JPG", MediaBytes.jpeg(width: 7, height: 5))
        let root = try folder.open()
        var records = AssetRecords(root)
        let files = Walked(root).assets[0]
        let details = try records.details(files)
        #expect(details.representations.map(\.role) == [.photo, .raw, .edited])
        #expect(
            details.representations.map(\.filename)
                == records.present(files).map { String(decoding: $0.name, as: UTF8.self) })
        #expect(details.representations[2].pixelWidth == 7)
    }

    @Test func `Files after one that cannot be opened any more are read as they are counted`() throws {
        try folder.write("IMG_1.JPG")
        try folder.write("IMG_1.dng", MediaBytes.dng)
        try folder.write("IMG_E1.JPG", MediaBytes.jpeg(width: 7, height: 5))
        let root = try folder.open()
        let files = Walked(root).assets[0]
        try folder.remove("IMG_1.dng")
        try folder.makeFolder("IMG_1.dng")
        var records = AssetRecords(root)
        let details = try records.details(files)
        #expect(details.representations.map(\.filename) == ["IMG_1.JPG", "IMG_E1.JPG"])
        let found = try records.place(of: 1, of: files, version: nil)
        let place = try #require(found)
        let edited = try root.read(place, from: 0, count: 1 << 20, version: details.representations[1].contentTag)
        #expect(edited == MediaBytes.jpeg(width: 7, height: 5))
    }

    @Test func `No other file is read in the place of the one that represents an asset when that vanished`() throws {
        try folder.write("IMG_1.JPG")
        try folder.write("IMG_1.dng", MediaBytes.dng)
        let root = try folder.open()
        let files = Walked(root).assets[0]
        try folder.remove("IMG_1.JPG")
        var records = AssetRecords(root)
        #expect(throws: FolderError.notFound(path: "IMG_1.JPG")) {
            try records.place(of: 0, of: files, version: nil)
        }
    }

    @Test func `Any change of any file changes the version`() throws {
        try folder.write("a.jpg")
        try folder.write("a.dng", MediaBytes.dng)
        let first = try assets()[0].contentTag
        #expect(try assets()[0].contentTag == first)
        try folder.write("a.dng", MediaBytes.dng + [0])
        #expect(try assets()[0].contentTag != first)
    }

    @Test func `A file that vanished still has a record, without its facts`() throws {
        try folder.write("a.jpg")
        let root = try folder.open()
        let files = Walked(root).assets[0]
        try folder.remove("a.jpg")
        var records = AssetRecords(root)
        #expect(throws: FolderError.notFound(path: "a.jpg")) { try records.asset(files) }
        let asset = records.assetOrPlaceholder(files)
        #expect(asset.filename == "a.jpg" && asset.byteSize == 0 && asset.mediaType == .image)
        let exists = records.exists(files)
        #expect(!exists)
    }

    @Test func `The date is that of the name, else of the last change`() throws {
        try folder.write("IMG_20240501_120000.jpg")
        try folder.write("plain.jpg")
        var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 500_000_000)]
        utimensat(AT_FDCWD, folder.path("plain.jpg"), &times, 0)
        let dates = try assets().map(\.creation)
        #expect(dates.map(\.?.source) == [.filename, .modification])
        #expect(dates.map { $0?.time.iso8601() } == ["2024-05-01T12:00:00Z", "2023-11-14T22:13:20.500Z"])
    }
}
