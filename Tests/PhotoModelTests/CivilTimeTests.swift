import TestSupport
import Testing

@testable import PhotoModel

@Suite("A civil time") struct CivilTimeTests {
    @Test(
        "A civil time is refused when there is no such date or time",
        arguments: [
            (2023, 2, 29, 0, 0, 0), (1900, 2, 29, 0, 0, 0), (2024, 4, 31, 0, 0, 0), (2024, 13, 1, 0, 0, 0),
            (2024, 0, 1, 0, 0, 0), (2024, 1, 0, 0, 0, 0), (0, 1, 1, 0, 0, 0), (10_000, 1, 1, 0, 0, 0),
            (2024, 1, 1, 24, 0, 0), (2024, 1, 1, 0, 60, 0), (2024, 1, 1, 0, 0, 60), (2024, 1, 1, -1, 0, 0),
        ])
    func refused(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        #expect(
            CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second) == nil)
    }

    @Test(
        "A civil time knows the leap years",
        arguments: [(2000, true), (1900, false), (2024, true), (2023, false), (2100, false)])
    func leapYears(year: Int, isLeap: Bool) {
        #expect(CivilTime.days(inMonth: 2, of: year) == (isLeap ? 29 : 28))
        #expect(
            CivilTime.dayNumber(year: year + 1, month: 1, day: 1) - CivilTime.dayNumber(year: year, month: 1, day: 1)
                == (isLeap ? 366 : 365))
    }

    @Test(
        "A civil time is the moment that a calendar says",
        arguments: [
            (1970, 1, 1, 0, 0, 0, 0, 0), (2000, 2, 29, 12, 0, 0, 0, 951_825_600_000),
            (2024, 5, 1, 12, 0, 0, 120, 1_714_557_600_000), (1969, 12, 31, 23, 59, 59, 0, -1000),
            (1, 1, 1, 0, 0, 0, 0, -62_135_596_800_000), (9999, 12, 31, 23, 59, 59, 0, 253_402_300_799_000),
            (2024, 5, 1, 12, 0, 0, -570, 1_714_599_000_000),
        ])
    func knownMoments(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offset: Int, milliseconds: Int64
    ) throws {
        let time = try #require(
            CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second))
        #expect(time.timestamp(offsetMinutes: offset) == Timestamp(milliseconds: milliseconds))
        #expect(CivilTime(timestamp: Timestamp(milliseconds: milliseconds), offsetMinutes: offset) == time)
    }

    @Test("A civil time goes through a timestamp and back, whatever the moment and the offset")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 20_240_501)
        for _ in 0..<20_000 {
            let moment = Timestamp(milliseconds: .random(in: -62_135_500_000_000...253_402_200_000_000, using: &random))
            let offset = Int.random(in: -840...840, using: &random)
            let shown = CivilTime(timestamp: moment, offsetMinutes: offset)
            try #require(shown.timestamp(offsetMinutes: offset) == moment)
            let parts = CivilTime(
                year: shown.year, month: shown.month, day: shown.day, hour: shown.hour, minute: shown.minute,
                second: shown.second, millisecond: shown.millisecond)
            try #require(parts == shown)
        }
    }

    @Test("A civil time of any timestamp can be shown, also of the first and the last")
    func extremes() {
        for milliseconds in [Int64.min, .min + 1, -1, 0, .max] {
            let shown = CivilTime(timestamp: Timestamp(milliseconds: milliseconds), offsetMinutes: 60)
            #expect((1...12).contains(shown.month) && (0...23).contains(shown.hour))
        }
    }

    @Test("A civil time follows the day before it, for every day of four centuries")
    func everyDay() throws {
        let first = CivilTime.dayNumber(year: 1800, month: 1, day: 1)
        for day in first..<first + 146_097 {
            let (year, month, dayOfMonth) = CivilTime.civil(dayNumber: day)
            try #require(CivilTime.dayNumber(year: year, month: month, day: dayOfMonth) == day)
        }
        #expect(CivilTime.civil(dayNumber: first + 146_097) == (2200, 1, 1))
    }
}
