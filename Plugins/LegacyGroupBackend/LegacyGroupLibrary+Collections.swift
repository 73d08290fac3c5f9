internal import BackendKit
internal import PhotoFolder
internal import PhotoModel
internal import Platform

// The groups: saved photos (the camera roll), an event for each camera folder, and an album for each other folder that
// directly contains media. All of them are at the top level, like the groups of AssetsLibrary.
extension LegacyGroupLibrary {
    var cameraRollIdentifier: LocalIdentifier { root.identity.collection(smartAlbum: "camera-roll") }

    func collections(
        under parent: String?, types: CollectionTypes, call: BackendCall, emit: (AssetCollection) -> Flow
    ) throws(PhotoError) {
        if let parent { throw .notFound("there is no folder collection \(parent); groups are not nested here") }
        if types.contains(.smartAlbum), emit(try cameraRoll(call: call)) == .stop { return }
        guard types.contains(.album) || types.contains(.event) else { return }
        var flow = Flow.more
        try eachFolder(call: call) { (folder) throws(PhotoError) in
            guard types.contains(type(of: folder)), try isShown(folder, call: call) else { return .more }
            flow = emit(record(of: folder))
            return flow
        }
    }

    func cameraRoll(call: BackendCall) throws(PhotoError) -> AssetCollection {
        let identifier = cameraRollIdentifier
        var count = memory.withLock { $0.counts[identifier] }
        if count == nil, try !call.run(root.holdsAssets) { count = 0 }
        return AssetCollection(
            localIdentifier: identifier.text, title: CollectionSubtype.cameraRoll.title, type: .smartAlbum,
            subtype: .cameraRoll,
            estimatedCount: count, isEditable: root.isWritable)
    }

    func collection(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        if localIdentifier == cameraRollIdentifier.text { return try cameraRoll(call: call) }
        return record(of: try folder(of: localIdentifier, call: call))
    }

    /// The folder of the collection with that identifier.
    func folder(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> ListedFolder {
        guard let found = try anyFolder(of: localIdentifier, call: call), try isShown(found, call: call) else {
            throw .notFound("there is no collection \(localIdentifier); its folder may have been moved or emptied")
        }
        return found
    }

    /// The folder with that identifier, whether or not it is shown as a collection.
    func anyFolder(of localIdentifier: String, call: BackendCall) throws(PhotoError) -> ListedFolder? {
        var found: ListedFolder?
        if let wanted = LocalIdentifier(localIdentifier), wanted.kind == .collection {
            let known = memory.withLock { $0.folders[wanted] }
            try eachFolder(in: known, call: call) { (folder) throws(PhotoError) in
                guard root.identity.collection(folder: folder.path) == wanted else { return .more }
                found = folder
                return .stop
            }
        }
        return found
    }

    /// Whether a folder is a collection: if it has assets, or was created as an album.
    private func isShown(_ folder: ListedFolder, call: BackendCall) throws(PhotoError) -> Bool {
        if memory.withLock({ $0.createdFolders.contains(folder.path) }) { return true }
        return try call.run(folder.holdsAssets)
    }

    /// Visits the folders of the library. Their files are read only if there are links among them.
    ///
    /// - Parameter path: the path of the only folder to visit; nil visits all.
    private func eachFolder(
        in path: [UInt8]? = nil, call: BackendCall, _ visit: (ListedFolder) throws(PhotoError) -> Flow
    ) throws(PhotoError) {
        var walk = LibraryTraversal(root, folder: path ?? [], entersFolders: path == nil)
        var goesOn = true
        while goesOn {
            try call.check()
            var begun: ListedFolder?
            goesOn = walk.step(cancellation: call.cancellation) { if case .folder(let folder) = $0 { begun = folder } }
            guard let folder = begun else { continue }
            if !folder.holdsLinks { walk.skipFiles() }
            let identifier = root.identity.collection(folder: folder.path)
            memory.withLock { $0.folders[identifier] = folder.path }
            if try visit(folder) == .stop { return }
        }
    }

    private func type(of folder: ListedFolder) -> CollectionType { folder.isCameraFolder ? .event : .album }

    private func record(of folder: ListedFolder) -> AssetCollection {
        let identifier = root.identity.collection(folder: folder.path)
        let name = folder.name ?? root.name
        return AssetCollection(
            localIdentifier: identifier.text, title: String(decoding: name, as: UTF8.self), type: type(of: folder),
            estimatedCount: memory.withLock { $0.counts[identifier] } ?? folder.estimatedCount,
            isEditable: folder.isWritable)
    }
}
