internal import PhotoModel

/// What the collection of a day is called: "14 July 2019".
enum DayTitle {
    /// - Parameter day: since 1970.
    static func text(_ day: Int64) -> String {
        let (start, overflow) = day.multipliedReportingOverflow(by: TallyPlace.millisecondsInDay)
        // The first and the last day that there are begin and end somewhere within.
        let moment = overflow ? (day < 0 ? Int64.min : .max) : start
        let date = CivilTime(timestamp: Timestamp(milliseconds: moment))
        return "\(date.day) \(DateWords.months[date.month - 1]) \(date.year)"
    }
}
