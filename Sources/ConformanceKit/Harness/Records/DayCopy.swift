internal import BackendAPI
internal import PhotoModel

/// What a `picker_day` says.
struct DayCopy: Equatable {
    /// Days since 1970-01-01; nil: the assets have no date.
    let day: Int64?
    private(set) var count: UInt64

    init(_ source: UnsafeRawPointer) {
        let record = readRecord(source, zero: picker_day())
        day = record.flags & PICKER_DAY_HAS_DATE == 0 ? nil : record.day
        count = record.count
    }

    private init(of asset: AssetCopy) {
        count = 1
        guard asset.creation != AssetCopy.unknownTime else {
            day = nil
            return
        }
        day = Timestamp(milliseconds: asset.creation).dayNumber(offsetMinutes: Int(asset.creationOffset ?? 0))
    }

    /// The days of assets that are read one after the other.
    static func runs(of assets: [AssetCopy]) -> [DayCopy] {
        assets.reduce(into: []) { runs, asset in
            let next = DayCopy(of: asset)
            if let last = runs.last, last.day == next.day { runs[runs.count - 1].count += 1 } else { runs.append(next) }
        }
    }

    /// For people.
    var text: String {
        let name = day.map { CivilTime(dayNumber: $0)?.dateText ?? "day \($0)" } ?? "no date"
        return "\(name) with \(count) assets"
    }
}

extension RecordSink where Copy == DayCopy {
    static func days(stopAt: Int? = nil) -> RecordSink { RecordSink(stopAt: stopAt) { DayCopy($0) } }
}
