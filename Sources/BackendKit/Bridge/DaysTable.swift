internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.days/1`.
enum DaysTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_days_v1> = {
        let table = UnsafeMutablePointer<picker_days_v1>.allocate(capacity: 1)
        table.initialize(to: picker_days_v1())
        table.pointee.struct_size = structSize(of: picker_days_v1.self)
        table.pointee.days = { context, sink, call, error in
            FetchContext.run(context, call, error) { (fetch, call) throws(PhotoError) in
                guard let fetch = fetch as? any DayCountingFetch else {
                    throw .unsupported("this fetch does not know its days")
                }
                try fetch.days(call: call, emit: try daySink(sink))
            }
        }
        return UnsafePointer(table)
    }()
}
