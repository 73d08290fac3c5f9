internal import BackendKit
internal import PhotoCatalog
internal import PhotoModel
internal import Synchronization

// The saved photos are the library's own folder; an album is any folder that may be written to.
extension LegacyGroupLibrary: WritableLibrary {
    func add(_ request: AddRequest, call: BackendCall) throws(BackendError) -> Asset {
        let folder = try request.collection.map { (album) throws(BackendError) in try path(of: album, call: call) }
        let addition = try writing(call) { () throws(WritingError) in
            try Addition(request.filename, to: folder ?? [], of: root, byteSize: request.byteSize)
        }
        while let bytes = try request.next() {
            try call.check()
            try writing(call) { () throws(WritingError) in try addition.append(bytes) }
        }
        let files = try writing(call) { () throws(WritingError) in
            try addition.finish(isCancelled: { call.isCancelled })
        }
        return record(of: files)
    }

    func createAlbum(title: String, call: BackendCall) throws(BackendError) -> AssetCollection {
        let path = try writing(call) { () throws(WritingError) in
            try root.createAlbum(title: title, isCancelled: { call.isCancelled })
        }
        memory.withLock { _ = $0.createdFolders.insert(path) }
        return try collection(root.identity.collection(folder: path).text, call: call)
    }

    /// The folder that an album is, also when it is empty.
    private func path(of album: String, call: BackendCall) throws(BackendError) -> [UInt8] {
        if album == cameraRollIdentifier.text { return [] }
        guard let folder = try anyFolder(of: album, call: call) else {
            throw .notFound("there is no collection \(album); its folder may have been moved")
        }
        return folder.path
    }

    private func record(of files: AssetFiles) -> Asset {
        _ = store.add(files)
        let folder = root.identity.collection(folder: files.folder)
        memory.withLock { memory in
            memory.counts[folder] = nil
            memory.counts[cameraRollIdentifier] = nil
        }
        var records = AssetRecords(root)
        return records.assetOrPlaceholder(files)
    }

    /// Runs what writes files; its errors become those of the ABI.
    private func writing<Result>(
        _ call: BackendCall, _ body: () throws(WritingError) -> Result
    ) throws(BackendError) -> Result {
        do throws(WritingError) {
            return try body()
        } catch {
            // The writer knows that it was stopped, the call knows why.
            if error == .cancelled { try call.check() }
            throw BackendError(error.status, error.description, systemErrno: error.systemErrno)
        }
    }
}
