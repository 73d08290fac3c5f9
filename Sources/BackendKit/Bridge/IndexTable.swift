internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// `org.picker.index/1`.
enum IndexTable {
    // Unsafe: written once, here, and never freed, for a table must not change (R6.4).
    nonisolated(unsafe) static let pointer: UnsafePointer<picker_index_v1> = {
        let table = UnsafeMutablePointer<picker_index_v1>.allocate(capacity: 1)
        table.initialize(to: picker_index_v1())
        table.pointee.struct_size = structSize(of: picker_index_v1.self)
        table.pointee.refresh = { context, mode, report, call, error in
            LibraryContext.run(context, call, error) { (library, call) throws(PhotoError) in
                guard let library = library as? any IndexedLibrary else {
                    throw .unsupported("this library has no index")
                }
                guard let report, report.pointee.struct_size >= structSize(of: UInt32.self) else {
                    throw .invalidArgument("report has no room")
                }
                let mode = try enumeration(mode, "mode", IndexMode.self)
                _ = boundedFill(report, with: try library.refreshIndex(mode, call: call).record)
            }
        }
        return UnsafePointer(table)
    }()
}

extension IndexReport {
    fileprivate var record: picker_index_report {
        var record = picker_index_report()
        record.struct_size = structSize(of: picker_index_report.self)
        record.files = UInt64(clamping: files)
        record.files_read = UInt64(clamping: filesRead)
        record.folders = UInt64(clamping: folders)
        record.assets = UInt64(clamping: assets)
        record.inserted = UInt64(clamping: inserted)
        record.updated = UInt64(clamping: updated)
        record.removed = UInt64(clamping: removed)
        record.diagnostics = UInt64(clamping: diagnostics)
        return record
    }
}
