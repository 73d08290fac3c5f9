public import PhotoModel

/// How many assets that follow each other in a fetch were taken on the same day.
public struct DayRun: Hashable, Sendable {
    /// The day, as `2024-05-01`, by the clock at the place where they were taken, or UTC if that is not known; nil when they have
    /// no date.
    public let day: String?
    /// The number of assets that follow each other, at least 1.
    public internal(set) var count: Int
}

extension FetchResult {
    /// Assets of one window: some thousand a call keep the call short, and leave the backend's threads to others.
    private static var dayWindow: Int { 1000 }

    /// The days of all assets, in the order of the fetch. If that is not the order of the days, a day may come several times.
    ///
    /// They come from the backend if it counts days. Otherwise the fetch is read from its beginning to its end, one window at
    /// a time, and cancelling the task ends that between two windows.
    public func days() async throws(PhotoError) -> [DayRun] {
        do throws(PhotoError) {
            let counts = try await callLibrary { [self] (table, control) throws(PhotoError) in
                try fetch.days(of: table, control: control)
            }
            return Self.runs(counts)
        } catch {
            guard error.status == .unsupported else { throw error }
        }
        return try await readDays()
    }

    /// Days as texts, those of neighbours that are the same put together.
    private static func runs(_ counts: [DayCount]) -> [DayRun] {
        var runs: [DayRun] = []
        var last: Int64??
        for count in counts {
            if last == .some(count.day) {
                runs[runs.count - 1].count += count.count
            } else {
                let text = count.day.flatMap { CivilTime(dayNumber: $0) }?.dateText
                runs.append(DayRun(day: text, count: count.count))
                last = .some(count.day)
            }
        }
        return runs
    }

    private func readDays() async throws(PhotoError) -> [DayRun] {
        var runs: [DayRun] = []
        var last: CivilDay??
        var reading = reading()
        while true {
            if Task.isCancelled { throw .cancelled }
            let assets = try await window(offset: reading.offset, length: Self.dayWindow)
            try reading.add(assets)
            for asset in assets {
                let day = asset.creation.map(CivilDay.init)
                if last != .some(day) {
                    runs.append(DayRun(day: day?.text, count: 0))
                    last = .some(day)
                }
                runs[runs.count - 1].count += 1
            }
            if assets.count < Self.dayWindow { return runs }
        }
    }
}

/// A day that is compared for each asset, and written out only once for each day.
private struct CivilDay: Equatable {
    private let time: CivilTime

    init(_ creation: CreationDate) {
        time = CivilTime(timestamp: creation.time, offsetMinutes: creation.offsetMinutes ?? 0)
    }

    var text: String { time.dateText }

    static func == (left: CivilDay, right: CivilDay) -> Bool {
        (left.time.day, left.time.month, left.time.year) == (right.time.day, right.time.month, right.time.year)
    }
}
