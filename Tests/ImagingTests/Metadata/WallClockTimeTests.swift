import Imaging
import Testing

@Suite("A date in metadata")
struct WallClockTimeTests {
    @Test("is read in EXIF's form and in that of ISO 8601")
    func forms() {
        let plain = WallClockTime(year: 2021, month: 1, day: 31, hour: 10, minute: 21, second: 30)
        #expect(WallClockTime("2021:01:31 10:21:30") == plain)
        #expect(WallClockTime("2021-01-31T10:21:30") == plain)
        var full = plain
        full.millisecond = 250
        full.utcOffsetMinutes = -90
        #expect(WallClockTime("2021-01-31T10:21:30.25-01:30") == full)
        #expect(WallClockTime("2021-01-31T10:21Z")?.utcOffsetMinutes == 0)
        #expect(WallClockTime("2021-01-31")?.hour == 0)
    }

    @Test(
        "is nil when there is no such day or time",
        arguments: [
            "", "0000:00:00 00:00:00", "2021:13:01 00:00:00", "2021:02:30 00:00:00", "2021:01:01 24:00:00",
            "    :  :     :  :  ", "yesterday evening", "2021:-1:01 00:00:00", "2021:00:10",
        ]
    )
    func impossible(text: String) {
        #expect(WallClockTime(text) == nil)
    }

    @Test("may be cut off anywhere")
    func cutOff() {
        let text = "2021-01-31T10:21:30.250+01:30"
        for length in 0...text.count { _ = WallClockTime(String(text.prefix(length))) }
        #expect(WallClockTime(String(text.prefix(13)))?.day == 31)
    }
}
