/// How many assets that follow each other in a fetch were taken on the same day.
public struct DayCount: Hashable, Sendable {
    /// The day, as days since 1970-01-01, by the clock at the place where they were taken, or UTC if that is not known; nil
    /// when they have no date.
    public var day: Int64?
    /// The number of assets that follow each other, at least 1.
    public var count: Int

    /// - Parameters:
    ///   - day: days since 1970-01-01; nil when they have no date.
    ///   - count: the number of assets that follow each other, at least 1.
    public init(day: Int64?, count: Int) { (self.day, self.count) = (day, count) }
}

extension [DayCount] {
    /// Counts assets that follow the ones before: adds them to the last entry if it is of the same day.
    package mutating func add(_ day: Int64?, count: Int = 1) {
        if let last = indices.last, self[last].day == day {
            self[last].count += count
        } else {
            append(DayCount(day: day, count: count))
        }
    }
}

extension Timestamp {
    /// The day that a clock `offsetMinutes` east of UTC shows at this moment, as days since 1970-01-01.
    package func dayNumber(offsetMinutes: Int = 0) -> Int64 {
        // As `CivilTime` has it: at the ends of all time the clock of UTC.
        let (shifted, overflow) = milliseconds.addingReportingOverflow(Int64(offsetMinutes) * 60_000)
        return (overflow ? milliseconds : shifted).flooredQuotient(86_400_000)
    }
}

extension CivilTime {
    /// Makes the midnight at which a day begins; nil for a day that is too far away for a timestamp.
    ///
    /// - Parameter dayNumber: days since 1970-01-01.
    public init?(dayNumber: Int64) {
        let (milliseconds, overflow) = dayNumber.multipliedReportingOverflow(by: 86_400_000)
        guard !overflow else { return nil }
        self.init(timestamp: Timestamp(milliseconds: milliseconds))
    }
}
