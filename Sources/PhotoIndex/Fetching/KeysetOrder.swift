internal import GRDB
internal import PhotoModel

/// The order of a scope's assets in a covering index of the table `asset`, which is read in pages from one seek key to
/// the next. The day counts say where a page begins.
struct KeysetOrder {
    /// Which assets, in which order.
    enum Path: Hashable {
        /// All, by creation.
        case library
        /// Those of a folder, by creation.
        case folder(Int64)
        /// Those of a day of the calendar, by creation.
        case localDay(Int64)
        /// All, by the time at which they were added.
        case added
    }

    let path: Path
    let kinds: KindList
    /// The range of `column`, in milliseconds since 1970.
    let moments: ClosedRange<Int64>

    /// The column of times by which assets are counted in days.
    var column: String { path == .added ? "added" : "created" }
    /// The columns by which the index sorts, after those that are equal in the whole scope.
    var order: String { path == .added ? "added, id" : "created, sort_name, id" }

    var index: String {
        switch path {
        case .library: "asset_created"
        case .folder: "asset_folder"
        case .localDay: "asset_day"
        case .added: "asset_added"
        }
    }

    /// The condition that all rows of the scope meet, and its arguments.
    var scope: (condition: String, arguments: [Int64]) {
        switch path {
        case .library, .added: ("", [])
        case .folder(let id): ("folder_id = ? AND ", [id])
        case .localDay(let day): ("local_day = ? AND ", [day])
        }
    }

    var dayCountScope: Int64 {
        switch path {
        case .library: DayCountChanges.libraryScope
        case .folder(let id): id
        case .localDay: DayCountChanges.localDayScope
        case .added: DayCountChanges.addedScope
        }
    }

    /// The days in which `moments` lie.
    var days: ClosedRange<Int64> {
        if case .localDay(let day) = path { return day...day }
        let first = DayCountKey.day(of: Timestamp(milliseconds: moments.lowerBound))
        return first...DayCountKey.day(of: Timestamp(milliseconds: moments.upperBound))
    }

    /// The moments of a day that is counted.
    func moments(ofDay day: Int64) -> ClosedRange<Int64> {
        if case .localDay = path { return .min ... .max }
        let (start, overflow) = day.multipliedReportingOverflow(by: DayCountKey.millisecondsInDay)
        // The first day would begin before the first moment that a number can express.
        guard !overflow else { return day < 0 ? .min...lastMoment(ofDay: day) : .max ... .max }
        return start...lastMoment(ofDay: day)
    }

    private func lastMoment(ofDay day: Int64) -> Int64 {
        let (end, overflow) = (day + 1).multipliedReportingOverflow(by: DayCountKey.millisecondsInDay)
        return overflow ? .max : end - 1
    }

    /// Whether an asset belongs to the scope.
    func contains(_ key: AssetKey) -> Bool {
        guard kinds.contains(key.kind), moments.contains(moment(of: key)) else { return false }
        return switch path {
        case .library, .added: true
        case .folder(let id): key.folder == id
        case .localDay(let day): key.localDay == day
        }
    }

    func moment(of key: AssetKey) -> Int64 { path == .added ? key.added : key.created }
}
