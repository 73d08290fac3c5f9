import PhotoFolder
import PhotoModel
import Testing

@Suite struct FilenameDateTests {
    @Test(arguments: [
        ("IMG_20240501_120000.jpg", "2024-05-01 12:00:00"),
        ("PXL_20240501_120000123.jpg", "2024-05-01 12:00:00"),
        ("PXL_20240501_120000123.RAW-01.COVER.jpg", "2024-05-01 12:00:00"),
        ("2024-05-01 12.00.00.jpg", "2024-05-01 12:00:00"),
        ("2024-05-01 12.00.00-1.jpg", "2024-05-01 12:00:00"),
        ("Screenshot_2024-05-01-12-00-00.png", "2024-05-01 12:00:00"),
        ("Screenshot_20240501-120000.png", "2024-05-01 12:00:00"),
        ("Screenshot 2024-05-01 at 12.00.00.png", "2024-05-01 12:00:00"),
        ("IMG-20240501-WA0001.jpg", "2024-05-01 00:00:00"),
        ("VID_20240501_235959.mp4", "2024-05-01 23:59:59"),
        ("20240501120000.jpg", "2024-05-01 12:00:00"),
        ("signal-2024-05-01-12-00-00-123.jpg", "2024-05-01 12:00:00"),
        ("party 2024-02-29.jpg", "2024-02-29 00:00:00"),
        ("12_20240501_120000.jpg", "2024-05-01 12:00:00"),
    ])
    func `Names of cameras and programs contain the date`(_ name: String, _ expected: String) {
        let date = FilenameDate.date(in: Array(name.utf8))
        #expect(date.map { "\($0.dateText) \($0.timeText)" } == expected)
    }

    @Test(arguments: [
        "IMG_1234.jpg", "IMG_20241301_120000.jpg", "2023-02-29.jpg", "1517238421832.jpg", "20240501123.jpg",
        "18991231_120000.jpg", "DSC00001.jpg", "2024.jpg", "", "wallpaper-1920x1080.png",
    ])
    func `Numbers that are no dates are not taken for one`(_ name: String) {
        #expect(FilenameDate.date(in: Array(name.utf8)) == nil)
    }
}
