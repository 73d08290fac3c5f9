internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension FetchTable {
    /// The days of all assets, where the backend knows them without reading.
    ///
    /// - Parameter library: the one that the fetch is of.
    /// - Throws: `.unsupported` when only reading tells; `.internal` when the days have another number of assets than the fetch.
    func days(of library: LibraryTable, control: CallControl) throws(PhotoError) -> [DayCount] {
        guard let days = try library.extensionTable(PICKER_EXT_DAYS, picker_days_v1()).days else {
            throw library.missingFunction(PICKER_EXT_DAYS)
        }
        let report = ErrorReport()
        let (status, collected) = report.withPointer { error in
            control.withTable { call in
                picker_day_sink.collecting(numbers) { days(table.context, $0, call, error) }
            }
        }
        let counts = try collected.taken(status, report, from: backend)
        let count = try count(control: control)
        guard counts.hasTotal(count) else {
            throw PhotoError(.internal, "\(backend): its days do not have the \(count) assets that the fetch has")
        }
        return counts
    }
}

extension [DayCount] {
    /// Whether each day has assets, and all have so many. A sum that overflows is none: it may come out right by mistake.
    fileprivate func hasTotal(_ total: Int) -> Bool {
        var left = total
        for day in self {
            guard day.count >= 1, day.count <= left else { return false }
            left -= day.count
        }
        return left == 0
    }
}

extension picker_day_sink: RecordSink {
    typealias Value = DayCount

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<DayCount>.take($1, defaults: picker_day(), into: $0) { record, numbers in
                DayCount(
                    day: record.flags & PICKER_DAY_HAS_DATE == 0 ? nil : numbers.day(record.day),
                    count: Int(clamping: record.count))
            }
        }
    }
}
