internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

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
        return IndexReport(boundedCopy(of: &record, into: picker_index_report()))
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
