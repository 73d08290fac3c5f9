internal import BackendKit
internal import BackendServing
internal import PhotoFolder
internal import PhotoModel
internal import Platform

// Photos are saved into the library's own folder, or into an album, which is any folder that may be written to.
extension LegacyGroupLibrary: WritableLibrary {
    func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset {
        let folder = try request.collection.map { (album) throws(PhotoError) in try path(of: album, call: call) }
        let files = try serving.add(request, to: folder ?? [], call: call)
        return record(of: files)
    }

    func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        let path = try serving.createAlbum(title: title, call: call)
        memory.withLock { _ = $0.createdFolders.insert(path) }
        return try collection(root.identity.collection(folder: path).text, call: call)
    }

    /// The path of an album's folder, even if it is empty.
    private func path(of album: String, call: BackendCall) throws(PhotoError) -> [UInt8] {
        if album == cameraRollIdentifier.text { return [] }
        guard let folder = try anyFolder(of: album, call: call) else {
            throw .notFound("there is no collection \(album); its folder may have been moved")
        }
        return folder.path
    }

    private func record(of files: AssetFiles) -> Asset {
        _ = store.add(files)
        memory.withLock { $0.counts.forget() }
        var records = AssetRecords(root)
        return records.assetOrPlaceholder(files)
    }
}
