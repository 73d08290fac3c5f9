internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryTable {
    /// Begins a fetch of what matches `text`.
    func search(
        _ text: String, _ scope: FetchScope, options: FetchOptions, control: CallControl
    ) throws(PhotoError) -> FetchTable {
        guard let search = try extensionTable(PICKER_EXT_SEARCH, picker_search_v1()).search else {
            throw missingFunction(PICKER_EXT_SEARCH)
        }
        return try beginFetch(scope, options: options, control: control) { request, arena, call, fetch, error in
            search(table.context, arena.string(text), request, call, fetch, error)
        }
    }

    /// Runs a function that fills a fetch table.
    func beginFetch(
        _ scope: FetchScope, options: FetchOptions, control: CallControl,
        _ body: (
            UnsafePointer<picker_fetch_request>, RecordArena, UnsafePointer<picker_call>,
            UnsafeMutablePointer<picker_fetch>, UnsafeMutablePointer<picker_error>
        ) -> picker_status
    ) throws(PhotoError) -> FetchTable {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        var request = picker_fetch_request(scope, options: options, arena: arena)
        var fetch = picker_fetch()
        fetch.struct_size = structSize(of: picker_fetch.self)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { body(&request, arena, $0, &fetch, error) }
        }
        try report.check(status, from: backend)
        guard let opened = FetchTable(fetch, backend: backend) else {
            throw PhotoError(.internal, "\(backend): its fetch table has a NULL function")
        }
        return opened
    }
}
