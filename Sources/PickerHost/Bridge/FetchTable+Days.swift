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
        let total = counts.reduce(UInt64(0)) { $0.addingReportingOverflow(UInt64(clamping: $1.count)).partialValue }
        let count = try count(control: control)
        guard total == UInt64(clamping: count), counts.allSatisfy({ (1...max(1, count)).contains($0.count) }) else {
            throw PhotoError(.internal, "\(backend): its days have \(total) assets, and the fetch has \(count)")
        }
        return counts
    }
}

extension picker_day_sink: RecordSink {
    typealias Value = DayCount

    static func make(context: UnsafeMutableRawPointer) -> Self {
        Self(struct_size: structSize(of: Self.self), reserved: 0, context: context) {
            Collector<DayCount>.take($1, defaults: picker_day(), into: $0) { record, _ in
                DayCount(
                    day: record.flags & PICKER_DAY_HAS_DATE == 0 ? nil : record.day, count: Int(clamping: record.count))
            }
        }
    }
}
