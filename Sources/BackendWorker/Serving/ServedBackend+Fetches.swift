internal import ABIMemory
internal import BackendAPI

extension ServedBackend {
    func performFetch(
        _ operation: Operation, _ call: ServedCall, _ arguments: inout WireReader, _ error: ErrorBuffer,
        _ values: inout WireWriter
    ) throws(WireError) -> picker_status? {
        let fetch = fetch(call.head.handle)
        switch operation {
        case .fetch:
            var request = try arguments.value(picker_fetch_request.self)
            return fetching(call, error, &values) { library.fetch?(library.context, &request, $0, $1, $2) }
        case .search:
            guard let search = extensions.search?.search else { return PICKER_UNSUPPORTED }
            let text = try arguments.string()
            var request = try arguments.value(picker_fetch_request.self)
            return fetching(call, error, &values) { search(library.context, text, &request, $0, $1, $2) }
        case .fetchCount:
            var count: UInt64 = 0
            let status = make(call, error) { fetch.count?(fetch.context, $0, &count, $1) }
            values.integer(count)
            return status
        case .fetchWindow:
            let (offset, length) = (try arguments.integer(UInt64.self), try arguments.integer(UInt64.self))
            return emitting(call.assetSink, call, error) { fetch.window?(fetch.context, offset, length, $0, $1, $2) }
        case .fetchIndex:
            let identifier = try arguments.string()
            var index: UInt64 = 0
            let status = make(call, error) { fetch.index_of?(fetch.context, identifier, $0, &index, $1) }
            values.integer(index)
            return status
        case .fetchRelease:
            forget(call.head.handle)
            return make(call, error) { _, _ in
                fetch.release?(fetch.context)
                return PICKER_OK
            }
        default: return nil
        }
    }

    /// Begins a fetch and keeps it under a number.
    private func fetching(
        _ call: ServedCall, _ error: ErrorBuffer, _ values: inout WireWriter,
        _ body: (
            UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_fetch>?, UnsafeMutablePointer<picker_error>?
        ) -> picker_status?
    ) -> picker_status {
        var fetch = picker_fetch()
        fetch.struct_size = structSize(of: picker_fetch.self)
        let status = make(call, error) { table, error in body(table, &fetch, error) }
        guard status == PICKER_OK else { return status }
        TableShape(of: fetch).write(to: &values)
        values.integer(keep(fetch))
        return status
    }
}
