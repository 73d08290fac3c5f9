internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

extension LibraryTable {
    /// A copy of the table of an extension.
    ///
    /// - Throws: `.unsupported` when the library has none of that name.
    func extensionTable<Table>(_ id: String, _ empty: Table) throws(PhotoError) -> Table {
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table.get_extension(table.context, arena.string(id)) else {
            throw PhotoError(.unsupported, "the backend \(backend) does not offer \(id)")
        }
        return boundedCopy(of: found.assumingMemoryBound(to: Table.self), into: empty)
    }

    /// The extension for adding.
    ///
    /// - Throws: `.unsupported` when the backend does not offer it.
    func writing(_ description: BackendInfo) throws(PhotoError) -> WriteTable {
        guard description.capabilities.contains(.write) else {
            throw PhotoError(
                .unsupported, "the backend \(backend) cannot add to its library; choose one that can write")
        }
        let arena = RecordArena()
        defer { withExtendedLifetime(arena) {} }
        guard let found = table.get_extension(table.context, arena.string(PICKER_EXT_WRITE)),
            let writing = WriteTable(found, context: table.context, backend: backend, numbers: numbers)
        else {
            throw PhotoError(.internal, "\(backend): it says that it can write, and its table for that is not usable")
        }
        return writing
    }

    /// The error for an extension that lacks a function (R7.1).
    func missingFunction(_ id: String) -> PhotoError {
        PhotoError(.internal, "\(backend): its table of \(id) has a NULL function")
    }
}

extension LibraryTable {
    /// Brings the backend's index up to date.
    func refreshIndex(_ mode: IndexMode, control: CallControl) throws(PhotoError) -> IndexReport {
        let index = try extensionTable(PICKER_EXT_INDEX, picker_index_v1())
        guard let refresh = index.refresh else { throw missingFunction(PICKER_EXT_INDEX) }
        var record = picker_index_report()
        record.struct_size = structSize(of: picker_index_report.self)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { refresh(table.context, mode.rawValue, &record, $0, error) }
        }
        try report.check(status, from: backend)
        do throws(LinkRefusal) {
            return IndexReport(try checkedCopy(of: &record, into: picker_index_report()))
        } catch {
            throw PhotoError(error, from: backend)
        }
    }
}

extension IndexReport {
    fileprivate init(_ record: picker_index_report) {
        self.init()
        files = Int(clamping: record.files)
        filesRead = Int(clamping: record.files_read)
        folders = Int(clamping: record.folders)
        assets = Int(clamping: record.assets)
        inserted = Int(clamping: record.inserted)
        updated = Int(clamping: record.updated)
        removed = Int(clamping: record.removed)
        diagnostics = Int(clamping: record.diagnostics)
    }
}

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
        var request = try picker_fetch_request(scope, options: options, arena: arena)
        var fetch = picker_fetch()
        fetch.struct_size = structSize(of: picker_fetch.self)
        let report = ErrorReport()
        let status = report.withPointer { error in
            control.withTable { body(&request, arena, $0, &fetch, error) }
        }
        try report.check(status, from: backend)
        guard let opened = FetchTable(fetch, backend: backend, numbers: numbers) else {
            // It was begun all the same. A table that is too short has no such function, whatever is in its place.
            if fetch.struct_size >= structSize(of: picker_fetch.self) { fetch.release?(fetch.context) }
            throw PhotoError(.internal, "\(backend): its fetch table has a NULL function")
        }
        return opened
    }
}
