import PhotoModel
import Testing

@Suite("A date in metadata")
struct CivilTimeTextTests {
    @Test("is read in EXIF's form and in that of ISO 8601")
    func forms() throws {
        let plain = try #require(CivilTime(year: 2021, month: 1, day: 31, hour: 10, minute: 21, second: 30))
        #expect(CivilTime("2021:01:31 10:21:30") == plain)
        #expect(CivilTime("2021-01-31T10:21:30") == plain)
        var full = plain
        full.millisecond = 250
        full.utcOffsetMinutes = -90
        #expect(CivilTime("2021-01-31T10:21:30.25-01:30") == full)
        #expect(CivilTime("2021-01-31T10:21Z")?.utcOffsetMinutes == 0)
        #expect(CivilTime("2021-01-31")?.hour == 0)
    }

    @Test(
        "is nil when there is no such day or time",
        arguments: [
            "", "0000:00:00 00:00:00", "2021:13:01 00:00:00", "2021:02:30 00:00:00", "2021:01:01 24:00:01",
            "    :  :     :  :  ", "yesterday evening", "2021:-1:01 00:00:00", "2021:00:10",
            "2021:02:29 00:00:00", "2021:01:01 00:00:61", "2021:01:01 25:00:00", "9999:12:31 24:00:00",
        ]
    )
    func impossible(text: String) {
        #expect(CivilTime(text) == nil)
    }

    @Test("may have blanks instead of zeros, as some cameras write it")
    func blanks() {
        #expect(CivilTime("2003: 4: 5  9:30: 0") == CivilTime("2003:04:05 09:30:00"))
        #expect(CivilTime("2003: 4:05 00:00:00") == CivilTime("2003:04:05"))
        #expect(CivilTime("2003:  : 5  9:30: 0") == nil)
        #expect(CivilTime("2003/04/05/ 09:30") == CivilTime("2003:04:05 09:30:00"))
        #expect(CivilTime("2003/04/05/") == CivilTime("2003:04:05"))
    }

    @Test("may be of a year or a month alone where that is asked for")
    func partial() {
        let cases = [
            ("1975", "1975-01-01", "1975"), ("1975-07", "1975-07-01", "1975-07"),
            ("1975-07-00", "1975-07-01", "1975-07"),
            ("1975-00-00", "1975-01-01", "1975"), ("1975-00-00T10:21:30+01:00", "1975-01-01T10:21:30+01:00", "1975"),
        ]
        for (text, whole, known) in cases {
            #expect(CivilTime(text) == nil)
            #expect(CivilTime(partial: text) == CivilTime(whole) && CivilTime(whole) != nil)
            #expect(CivilTime.knownPart(of: text) == known)
        }
        #expect(CivilTime(partial: "1975-07-09") == CivilTime("1975-07-09"))
        #expect(CivilTime.knownPart(of: "1975-07-09") == nil)
        for text in ["", "75", "0000", "0000-00-00", "1975-13", "1975-00-12", "1975-7", "19750", "year", "1975x07"] {
            #expect(CivilTime(partial: text) == nil, "\(text)")
        }
    }

    @Test("may name the end of a day, which is the beginning of the next")
    func endOfDay() throws {
        #expect(CivilTime("2021:12:31 24:00:00") == CivilTime("2022:01:01 00:00:00"))
        #expect(CivilTime("2024-02-28T24:00+02:00") == CivilTime("2024-02-29T00:00+02:00"))
        #expect(CivilTime("2024-02-28T24:00+02:00")?.utcOffsetMinutes == 120)
    }

    @Test("may have a zone of hours alone, or with hours of one digit, but none that is nowhere on Earth")
    func zones() {
        let cases: [(String, Int?)] = [
            ("+05:45", 345), ("-3:30", -210), ("+14:00", 840), ("-0000", 0), ("+14:30", nil), ("+15:00", nil),
            ("+-1:00", nil), ("+02:+1", nil), (" +0200", 120), (" +02:00", 120), (" Z", 0), (" ", nil),
            ("+02", 120), ("-09", -540), (" +00", 0), ("+15", nil), ("+2", nil), ("+2:", nil), ("02", nil),
        ]
        for (zone, minutes) in cases {
            #expect(CivilTime("2021-01-31T10:21:30\(zone)")?.utcOffsetMinutes == minutes, "\(zone)")
        }
    }

    @Test("may count hours to twelve, before noon or after it")
    func halfDays() {
        let cases = [
            ("2001: 1:27  1:42PM", "2001-01-27T13:42"), ("2001-01-27 12:05:06 am", "2001-01-27T00:05:06"),
            ("2001:01:27 12:30:15 PM", "2001-01-27T12:30:15"), ("2001:01:27 11:59AM", "2001-01-27T11:59"),
            ("2001-01-27T01:42:03.25PM +02:00", "2001-01-27T13:42:03.25+02:00"),
            ("2001:01:27 13:00 PM", "2001-01-27T13:00"), ("2001:01:27 00:00 AM", "2001-01-27"),
            ("2001:01:27 01:42:03 PMST", "2001-01-27T01:42:03"),
        ]
        for (text, expected) in cases {
            #expect(CivilTime(text) == CivilTime(expected) && CivilTime(expected) != nil, "\(text)")
        }
    }

    @Test("may name a leap second, which is the moment of the second before it")
    func leapSecond() throws {
        let leap = try #require(CivilTime("2016-12-31T23:59:60Z"))
        #expect(leap.second == 60)
        let before = try #require(CivilTime("2016-12-31T23:59:59Z"))
        #expect(leap.timestamp(offsetMinutes: 0) == before.timestamp(offsetMinutes: 0))
    }

    @Test("may be cut off anywhere")
    func cutOff() {
        let text = "2021-01-31T10:21:30.250+01:30"
        for length in 0...text.count { _ = CivilTime(String(text.prefix(length))) }
        #expect(CivilTime(String(text.prefix(13)))?.day == 31)
    }
}
