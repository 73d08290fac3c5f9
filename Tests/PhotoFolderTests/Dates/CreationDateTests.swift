import Imaging
import PhotoModel
import Testing

@testable import PhotoFolder

@Suite struct CreationDateTests {
    private func date(_ metadata: ImageMetadata?, name: String = "IMG_20240501_120000.jpg") -> String {
        let date = CreationDate.of(
            metadata, name: Array(name.utf8), modificationTime: Timestamp(milliseconds: 1_700_000_000_500))
        return "\(date.source) \(date.time.iso8601()) \(date.offsetMinutes.map(String.init) ?? "none")"
    }

    @Test func `The camera's clock counts before that of a receiver, and that before those of programs and the name`() {
        var metadata = ImageMetadata()
        #expect(date(nil, name: "x.jpg") == "modification 2023-11-14T22:13:20.500Z none")
        #expect(date(metadata, name: "x.jpg") == "modification 2023-11-14T22:13:20.500Z none")
        #expect(date(metadata) == "filename 2024-05-01T12:00:00Z none")
        metadata.dateTimeChanged = CivilTime("2020-01-01T00:00:00+01:00")
        #expect(date(metadata) == "metadata 2019-12-31T23:00:00Z 60")
        metadata.receiverTime = CivilTime("2021-01-01T00:00:00Z")
        #expect(date(metadata) == "gps 2021-01-01T00:00:00Z none")
        metadata.dateTimeOriginal = CivilTime("2022-01-01T00:00:00.25-02:00")
        #expect(date(metadata) == "metadata 2022-01-01T02:00:00.250Z -120")
        metadata.dateTimeOriginal = CivilTime("2022-01-01T00:00:00")
        #expect(date(metadata) == "metadata 2022-01-01T00:00:00Z none")
    }

    @Test func `Years before 1900 stand for a clock that was not set`() {
        let (unset, first) = (CivilTime("1899-12-31T23:59:59"), CivilTime("1900-01-01T00:00:00"))
        var metadata = ImageMetadata()
        (metadata.dateTimeOriginal, metadata.receiverTime, metadata.dateTimeChanged) = (unset, unset, unset)
        #expect(date(metadata) == "filename 2024-05-01T12:00:00Z none" && !metadata.isDated)
        metadata.dateTimeChanged = first
        #expect(date(metadata) == "metadata 1900-01-01T00:00:00Z none" && !metadata.isDated)
        metadata.receiverTime = CivilTime("1900-01-01T00:00:01Z")
        #expect(date(metadata) == "gps 1900-01-01T00:00:01Z none" && metadata.isDated)
        metadata.dateTimeOriginal = first
        #expect(date(metadata) == "metadata 1900-01-01T00:00:00Z none" && metadata.isDated)
    }

    @Test(arguments: [
        ("19700101_000000.jpg", "1970-01-01 00:00:00"), ("20991231_235959.jpg", "2099-12-31 23:59:59"),
        ("FB_IMG_0946684800000.jpg", "2000-01-01 00:00:00"), ("FB_IMG_4102444799999.jpg", "2099-12-31 23:59:59"),
        ("wx_camera_1714560000000.mp4", "2024-05-01 10:40:00"), ("2024-05-01 24.00.00.jpg", "2024-05-01 00:00:00"),
        ("20240501_12000012.jpg", "2024-05-01 00:00:00"), ("20240501_1200001234.jpg", "2024-05-01 00:00:00"),
        ("2024-05-01_13-02.jpg", "2024-05-01 00:00:00"), ("2024-05-01 at 0.30.00 PM.jpg", "2024-05-01 00:00:00"),
        ("2024-05-01 13.02-03.jpg", "2024-05-01 00:00:00"), ("2024-05-01 午前1.02.03.png", "2024-05-01 01:02:03"),
        ("2024-05-01 午後12.02.03.png", "2024-05-01 12:02:03"), ("2024-05-01 오전12.02.03.png", "2024-05-01 00:02:03"),
        ("2024-05-01 오후 1.02.03.png", "2024-05-01 13:02:03"), ("2024_05_01 120000.jpg", "2024-05-01 12:00:00"),
        ("2024.05.01.jpg", "2024-05-01 00:00:00"), ("x1234 20240501.jpg", "2024-05-01 00:00:00"),
    ])
    func `Names have dates up to the limits of what they may say`(_ name: String, _ expected: String) {
        let date = FilenameDate.date(in: Array(name.utf8))
        #expect(date.map { "\($0.dateText) \($0.timeText)" } == expected)
    }

    @Test(arguments: [
        "19691231_235959.jpg", "21000101_000000.jpg", "FB_IMG_0946684799999.jpg", "FB_IMG_4102444800000.jpg",
        "2024-05.01.jpg", "2024-0501.jpg", "202405-01.jpg", "photo_1@31-05-1969_12-00-00.jpg",
        "photo_1@31-05-2100_12-00-00.jpg", "photo_1@31_05_2024_12-00-00.jpg", "120240501.jpg",
    ])
    func `Names beyond these limits have none`(_ name: String) {
        #expect(FilenameDate.date(in: Array(name.utf8)) == nil)
    }
}
