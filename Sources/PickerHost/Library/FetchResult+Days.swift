public import PhotoModel

/// Assets that follow each other in a fetch and were made on one day.
public struct DayRun: Hashable, Sendable {
    /// `2024-05-01`, by the clock of the place where they were made, or UTC where that is not known; nil: without a date.
    public let day: String?
    /// How many follow each other, at least 1.
    public internal(set) var count: Int
}

extension FetchResult {
    /// Assets of one window: some thousand a call keep the call short, and leave the backend's threads to others.
    private static var dayWindow: Int { 1000 }

    /// The days of all assets, in the order of the fetch. A day comes twice where the order is not that of the days.
    ///
    /// A backend that counts days says them; else the fetch is read from its beginning to its end, a window at a time, and
    /// cancelling the task ends it between two.
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

/// Compared for each asset, and written for each day alone.
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
