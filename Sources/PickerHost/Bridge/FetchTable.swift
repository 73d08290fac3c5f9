internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// A backend's fetch result as Swift functions.
struct FetchTable: @unchecked Sendable {  // Unchecked: its functions may be called on many threads at once.
    let table: picker_fetch
    let backend: String
    let numbers: InvalidNumbers

    init?(_ table: picker_fetch, backend: String, numbers: InvalidNumbers) {
        guard table.struct_size >= structSize(of: picker_fetch.self), table.count != nil, table.window != nil,
            table.index_of != nil, table.release != nil
        else { return nil }
        self.table = table
        self.backend = backend
        self.numbers = numbers
    }

    /// Assets of one window of those that are read to be counted.
    private static var countedWindow: Int { 1000 }

    /// The number of assets; reads all where the backend knows it no earlier (R9.18).
    func count(control: CallControl) throws(PhotoError) -> Int {
        if let known = try knownCount(control: control) { return known }
        var reading = WindowReading(of: backend)
        while true {
            try control.check()
            let assets = try window(offset: reading.offset, length: Self.countedWindow, control: control)
            try reading.add(assets)
            if assets.count < Self.countedWindow { return reading.offset }
        }
    }

    /// The number of assets; nil while the backend does not know it.
    func knownCount(control: CallControl) throws(PhotoError) -> Int? {
        do throws(PhotoError) {
            return try countOfTable(control)
        } catch {
            guard error.status == .notYet else { throw error }
            return nil
        }
    }

    private func countOfTable(_ control: CallControl) throws(PhotoError) -> Int {
        var count: UInt64 = 0
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { table.count(table.context, $0, &count, error) }
        }
        try report.check(status, from: backend)
        return try numbers.listLength(count)
    }

    func window(offset: Int, length: Int, control: CallControl) throws(PhotoError) -> [Asset] {
        let report = ErrorReport()
        let (status, collected) = report.withPointer { error in
            control.withTable { call in
                picker_asset_sink.collecting(numbers, atMost: length) { sink in
                    table.window(table.context, UInt64(clamping: offset), UInt64(clamping: length), sink, call, error)
                }
            }
        }
        return try collected.taken(status, report, from: backend)
    }

    func index(of identifier: String, control: CallControl) throws(PhotoError) -> Int {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var index: UInt64 = 0
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { table.index_of(table.context, arena.string(identifier), $0, &index, error) }
        }
        try report.check(status, from: backend)
        // An index is less than the number of assets; what that is, the backend may not know yet.
        return try numbers.listLength(index)
    }

    func release() { table.release(table.context) }
}
