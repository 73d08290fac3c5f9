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
        let milliseconds = Int64(asset.creation) + Int64(asset.creationOffset ?? 0) * 60_000
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        day = rest < 0 ? whole - 1 : whole
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
