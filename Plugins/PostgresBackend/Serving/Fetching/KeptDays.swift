internal import PhotoModel
internal import Platform
internal import PostgresClient

/// The days of the newest fetches of a library. Those with the same conditions and order, after the same change, have the same: what was
/// read for one is there for the others, such as the lists of several people, or of a page that is opened again.
final class KeptDays: Sendable {
    /// What the days of a fetch depend on.
    struct Key: Hashable, Sendable {
        private let point: HistoryPoint
        private let text: String
        private let values: [SQLValue]

        init(_ point: HistoryPoint, conditions: [SQL], order: SortOrder) {
            let statement = conditions.joined(" AND ") + SQL(" ORDER BY ") + order.terms
            (self.point, text, values) = (point, statement.text, statement.values)
        }
    }

    /// The days of one fetch, as far as they were read. Two calls at the same time may both read them.
    final class Days: Sendable {
        private struct Known {
            var buckets: DayBuckets?
            var days: [DayCount]?
        }

        private let known = Mutex(Known())

        var readBuckets: DayBuckets? { known.withLock { $0.buckets } }

        func buckets(_ read: () throws(PhotoError) -> DayBuckets) throws(PhotoError) -> DayBuckets {
            if let buckets = readBuckets { return buckets }
            let buckets = try read()
            known.withLock { $0.buckets = buckets }
            return buckets
        }

        func days(_ read: () throws(PhotoError) -> [DayCount]) throws(PhotoError) -> [DayCount] {
            if let days = known.withLock({ $0.days }) { return days }
            let days = try read()
            known.withLock { $0.days = days }
            return days
        }

        fileprivate var isLarge: Bool {
            known.withLock { max($0.buckets?.buckets.count ?? 0, $0.days?.count ?? 0) > KeptDays.mostDays }
        }
    }

    /// A page asks for the days of all assets, and people look at few other lists at a time.
    private static let mostFetches = 4
    /// Days of a fetch, some megabytes; more than 270 years have. What is larger is kept by its own fetch alone.
    private static let mostDays = 100_000

    /// Those that were asked for last are at the end.
    private let fetches = Mutex<[(key: Key, days: Days)]>([])

    func days(of key: Key) -> Days {
        fetches.withLock { fetches in
            let days = fetches.last { $0.key == key }?.days ?? Days()
            fetches.removeAll { $0.key == key || $0.days.isLarge }
            fetches.append((key, days))
            fetches.removeFirst(max(0, fetches.count - Self.mostFetches))
            return days
        }
    }
}
