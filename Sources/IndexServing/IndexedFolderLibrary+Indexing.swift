package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary: IndexedLibrary {
    package func refreshIndex(_ mode: IndexMode, call: BackendCall) throws(PhotoError) -> IndexReport {
        var options = RefreshOptions()
        options.readsEverything = mode == .rebuild
        return try refresh(.full, options, call: call).report
    }

    /// Indexes a library that is new. One that is known is compared folder by folder, which takes milliseconds; what
    /// cannot be done then (another process is at it, the disk is full) is no reason not to show what is known.
    func refreshOnOpening(call: BackendCall) throws(PhotoError) {
        guard try withIndex(call, { try $0.isComplete }) else {
            return warn(of: try refresh(.full, RefreshOptions(), call: call))
        }
        do throws(PhotoError) {
            if let outcome = try quickRefresh(call: call) { warn(of: outcome) }
        } catch {
            guard [.io, .accessDenied, .noSpace].contains(error.status) else { throw error }
            host.log(.warning, "the index is shown as it is: \(error.message)")
        }
    }

    /// Nil when another process is at it, which is as good.
    func quickRefresh(call: BackendCall) throws(PhotoError) -> RefreshOutcome? {
        var options = RefreshOptions()
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

    /// Says which folders cannot be read, and not without end.
    private func warn(of outcome: RefreshOutcome) {
        for diagnostic in outcome.unreadableFolders.prefix(100) { host.log(.warning, diagnostic.message) }
    }

    func refresh(
        _ mode: RefreshMode, _ options: RefreshOptions, call: BackendCall
    ) throws(PhotoError) -> RefreshOutcome {
        try withIndex(call) { photoIndex in
            try photoIndex.refresh(mode, options: options, cancellation: call.cancellation) { call.report($0.files) }
        }
    }

    /// Runs what uses the index, again on another one when it is lost.
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

    /// The index to work on. One that is new in place of one that was lost is made from the photos first, unless another
    /// call or process is at it: what that has found so far is shown.
    private func usableIndex(_ call: BackendCall) throws -> PhotoIndexDatabase {
        let photoIndex = try index.usable()
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
