package import BackendKit
internal import BackendServing
internal import PhotoIndex
package import PhotoModel
internal import Platform

extension IndexedFolderLibrary: IndexedLibrary {
    package func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport {
        var options = refreshOptions
        options.readsEverything = mode == .rebuild
        var report = try refresh(.full, options, call: call).report
        // As `diagnostics` emits them.
        report.diagnostics += FileServing.missingLibraries.count
        return report
    }

    /// Indexes a new library. A known one is compared folder by folder, which takes milliseconds. If that fails
    /// (another process is indexing, the disk is full), the library is shown as the index knows it.
    func refreshOnOpening(call: BackendCall) throws(PhotoError) {
        guard try withIndex(call, { try $0.isComplete }) else {
            return warn(of: try refresh(.full, refreshOptions, call: call))
        }
        do throws(PhotoError) {
            if let outcome = try quickRefresh(call: call) { warn(of: outcome) }
        } catch {
            guard [.io, .accessDenied, .noSpace].contains(error.status) else { throw error }
            host.log(.warning, "the index is shown as it is: \(error.message)")
        }
    }

    /// Compares the folders with the index. Returns nil if another process is indexing this library, which brings the
    /// index up to date as well.
    func quickRefresh(call: BackendCall) throws(PhotoError) -> RefreshOutcome? {
        var options = refreshOptions
        options.waitsForOthers = false
        return try withIndex(call) { photoIndex in
            do {
                return try photoIndex.refresh(.quick, options: options, cancellation: call.cancellation)
            } catch IndexError.busy {
                host.log(.info, "another process is indexing this library")
                return nil
            }
        }
    }

    /// Logs which folders cannot be read, at most a hundred.
    private func warn(of outcome: RefreshOutcome) {
        for diagnostic in outcome.unreadableFolders.prefix(100) { host.log(.warning, diagnostic.message) }
    }

    /// Options of a refresh, which knows the albums that were created and are still empty.
    var refreshOptions: RefreshOptions {
        var options = RefreshOptions()
        options.emptyAlbums = { self.emptyFolders.withLock { $0 } }
        return options
    }

    func refresh(
        _ mode: RefreshMode, _ options: RefreshOptions, call: BackendCall
    ) throws(PhotoError) -> RefreshOutcome {
        try withIndex(call) { photoIndex in
            try photoIndex.refresh(mode, options: options, cancellation: call.cancellation) { call.report($0.files) }
        }
    }

    /// Runs `body` on the index. If the index turns out to be lost, runs it once more on the one that replaces it.
    func withIndex<Result>(
        _ call: BackendCall, _ body: (PhotoIndexDatabase) throws -> Result
    ) throws(PhotoError) -> Result {
        try indexing {
            let photoIndex = try usableIndex(call)
            do {
                return try body(photoIndex)
            } catch {
                guard index.note(error, of: photoIndex) else { throw error }
            }
            return try body(try usableIndex(call))
        }
    }

    /// The index to work on. If it just replaced one that was lost, it is filled from the photos first; if another call
    /// or process is doing that already, what has been found so far is shown.
    private func usableIndex(_ call: BackendCall) throws -> PhotoIndexDatabase {
        let photoIndex = try index.usable(cancellation: call.cancellation)
        guard index.isUnmade else { return photoIndex }
        guard !(try photoIndex.isComplete) else {
            index.noteMade(photoIndex)
            return photoIndex
        }
        var options = RefreshOptions()
        options.waitsForOthers = false
        do {
            _ = try photoIndex.refresh(.full, options: options, cancellation: call.cancellation)
            index.noteMade(photoIndex)
        } catch IndexError.busy {
            host.log(.debug, "the index is being made")
        }
        return photoIndex
    }
}
