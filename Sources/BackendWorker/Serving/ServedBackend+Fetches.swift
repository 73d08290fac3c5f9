internal import ABIMemory
internal import BackendAPI

extension ServedBackend {
    /// Begins a fetch and stores it under a number, which the result gives to the host.
    func fetching(
        _ run: inout ServedRun,
        _ body: (
            UnsafePointer<picker_call>?, UnsafeMutablePointer<picker_fetch>?, UnsafeMutablePointer<picker_error>?
        ) -> picker_status?
    ) -> picker_status {
        var fetch = picker_fetch()
        fetch.struct_size = structSize(of: picker_fetch.self)
        let status = make(run) { table, error in body(table, &fetch, error) }
        guard status == PICKER_OK else { return status }
        TableShape(of: fetch).write(to: &run.values)
        run.values.integer(keep(fetch))
        return status
    }

    func fetchRelease(_ run: inout ServedRun) throws(WireError) -> picker_status {
        let fetch = fetch(run.call.head.handle)
        forget(run.call.head.handle)
        return make(run) { _, _ in
            fetch.release?(fetch.context)
            return PICKER_OK
        }
    }
}
