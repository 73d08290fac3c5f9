import PhotoModel
import Testing

@Suite("The number of a day") struct DayTests {
    @Test(
        "The number of a day counts from 1970 on the clock of the place, downwards before it",
        arguments: [
            (0, 0, 0), (86_399_999, 0, 0), (86_400_000, 0, 1), (-1, 0, -1), (-86_400_000, 0, -1), (-86_400_001, 0, -2),
            (0, -1, -1), (82_800_000, 60, 1), (82_800_000, 59, 0), (86_400_000, -1, 0),
        ] as [(Int64, Int, Int64)])
    func numbers(milliseconds: Int64, offset: Int, expected: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).dayNumber(offsetMinutes: offset) == expected)
    }

    @Test("The number of a day at the ends of all time is that of UTC")
    func extremes() {
        #expect(Timestamp(milliseconds: .max).dayNumber(offsetMinutes: 60) == Int64.max / 86_400_000)
        #expect(Timestamp(milliseconds: .min).dayNumber(offsetMinutes: -60) == Int64.min / 86_400_000 - 1)
    }

    @Test("The number of a day leads back to its date, unless that is beyond all time")
    func dates() {
        let dates: [(Int64, String)] = [
            (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (2_932_896, "9999-12-31"),
            (2_932_897, "10000-01-01"), (-719_528, "0000-01-01"), (-719_529, "-0001-12-31"),
        ]
        for (number, text) in dates {
            let date = CivilTime(dayNumber: number)
            #expect(date?.dateText == text && date?.timeText == "00:00:00" && date?.utcOffsetMinutes == nil)
        }
        #expect(CivilTime(dayNumber: .max) == nil && CivilTime(dayNumber: .min) == nil)
    }

    @Test("The counts of days grow as long as the day is the same, also where it is not known")
    func counts() {
        var counts: [DayCount] = []
        for day in [5, 5, 4, nil, nil, 5] as [Int64?] { counts.add(day) }
        counts.add(5, count: 3)
        #expect(counts.map(\.day) == [5, 4, nil, 5])
        #expect(counts.map(\.count) == [2, 1, 2, 4])
    }
}

@Suite("Words of dates") struct DateWordsTests {
    @Test("Words of dates are those of the clock at the place")
    func words() {
        let time = Timestamp(milliseconds: 1_387_289_064_000)
        func words(_ offset: Int?) -> String {
            DateWords.text(CreationDate(time: time, offsetMinutes: offset, source: .metadata))
        }
        #expect(words(nil) == "2013 December 2013-12-17")
        #expect(words(600) == "2013 December 2013-12-18")
        let newYear = CreationDate(time: Timestamp(milliseconds: -1), offsetMinutes: 1, source: .gps)
        #expect(DateWords.text(newYear) == "1970 January 1970-01-01")
        #expect(DateWords.text(nil) == "")
    }

    @Test(
        "Words of dates in Chinese are the numbers, with two digits where they are complete",
        arguments: [
            ("2013年12月17日", ["2013", "12", "17"]), ("2013年1月7日", ["2013", "01", "07"]), ("2013年", ["2013"]),
            ("2013年12月", ["2013", "12"]), ("12月17日", ["12", "17"]), ("2013年1", ["2013", "1"]),
            ("2013年12", ["2013", "12"]), ("2013年12月1", ["2013", "12", "1"]),
            ("2013年12月17日星期二", ["2013", "12", "17"]), ("2013年12月15日星期日", ["2013", "12", "15"]),
            ("2013年12月15日周天", ["2013", "12", "15"]),
        ])
    func chinese(text: String, words: [String]) {
        #expect(ChineseDate.words(Substring(text).unicodeScalars) == words)
    }

    @Test(
        "Words of dates in Chinese are none for a month or a day alone, and for other numbers",
        arguments: [
            "", "12月", "17日", "2013", "年", "12345年", "2013年123月", "2013年12月17日晚", "2013年12月17日星期",
            "2013年一月", "17日2013年", "星期二", "2013年12月17日二",
        ])
    func noChinese(text: String) {
        #expect(ChineseDate.words(Substring(text).unicodeScalars) == nil)
    }
}
