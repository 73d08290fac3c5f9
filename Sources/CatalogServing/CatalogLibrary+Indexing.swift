package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension CatalogLibrary: IndexedLibrary {
    package func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(BackendError) -> IndexReport {
        var options = RefreshOptions()
        options.readsEverything = mode == .rebuild
        let found = try refresh(.full, options, call: call)
        var report = IndexReport()
        report.files = found.files
        report.filesRead = found.filesRead
        report.folders = found.folders
        report.assets = found.assets
        report.inserted = found.inserted
        report.updated = found.updated
        report.removed = found.removed
        report.diagnostics = found.diagnostics.count
        return report
    }

    /// Indexes a library that is new. One that is known is compared folder by folder, which takes milliseconds; what
    /// cannot be done then (another process is at it, the disk is full) is no reason not to show what is known.
    func refreshOnOpening(call: BackendCall) throws(BackendError) {
        guard try indexing({ try catalog.isComplete }) else {
            return warn(of: try refresh(.full, RefreshOptions(), call: call))
        }
        do throws(BackendError) {
            if let report = try quickRefresh(call: call) { warn(of: report) }
        } catch {
            guard error.status == .io || error.status == .accessDenied else { throw error }
            host.log(.warning, "the index is shown as it is: \(error.message)")
        }
    }

    /// Nil when another process is at it, which is as good.
    func quickRefresh(call: BackendCall) throws(BackendError) -> RefreshReport? {
        var options = RefreshOptions()
        options.waitsForOthers = false
        return try indexing {
            do {
                return try catalog.refresh(.quick, options: options, check: call.check)
            } catch IndexError.busy {
                host.log(.info, "another process is indexing this library")
                return nil
            }
        }
    }

    /// Says which folders cannot be read, and not without end.
    private func warn(of report: RefreshReport) {
        for diagnostic in report.unreadableFolders.prefix(100) { host.log(.warning, diagnostic.message) }
    }

    func refresh(
        _ mode: RefreshMode, _ options: RefreshOptions, call: BackendCall
    ) throws(BackendError) -> RefreshReport {
        try indexing {
            try catalog.refresh(mode, options: options, check: call.check) { call.report($0.files) }
        }
    }
}
