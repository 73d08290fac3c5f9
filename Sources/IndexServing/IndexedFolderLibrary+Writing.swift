package import BackendKit
internal import BackendServing
internal import PhotoFolder
internal import PhotoIndex
package import PhotoModel
internal import Platform

// Photos are saved into the library's own folder, or into an album, which is any folder that may be written to.
extension IndexedFolderLibrary: WritableLibrary {
    package func add(_ request: AddRequest, call: BackendCall) throws(PhotoError) -> Asset {
        let folder = try request.collection.map { (album) throws(PhotoError) in try path(of: album, call: call) }
        let files = try serving.add(request, to: folder ?? [], call: call)
        var records = AssetRecords(root)
        do throws(PhotoError) {
            if let added = try indexed(files, call: call) { return added }
        } catch {
            // The file was added. Do not throw: the caller would add it again. The next refresh finds it.
            let name = String(decoding: files.path, as: UTF8.self)
            // A cancelled call needs no warning.
            let isCancelled = error.status == .cancelled
            host.log(
                isCancelled ? .info : .warning,
                "\(name) was added, and the index does not have it yet: \(error.message)")
            return records.assetOrPlaceholder(files)
        }
        // The index may lack a file that is there: it could not be read at the moment, or has become a part of another asset.
        guard records.exists(files) else { throw .changed("the photo was added, and moved or removed since") }
        return records.assetOrPlaceholder(files)
    }

    /// Indexes files that were just added. Nil if the index does not have them as an asset of their own, as when they are already gone.
    private func indexed(_ files: AssetFiles, call: BackendCall) throws(PhotoError) -> Asset? {
        try withIndex(call) { try $0.add(files, options: refreshOptions, cancellation: call.cancellation) }
        emptyFolders.withLock { _ = $0.remove(files.folder) }
        let identifier = root.identity.asset(at: files.path).text
        let fetch = try fetch(.identifiers([identifier]), options: FetchOptions(), call: call)
        var added: Asset?
        try fetch.window(offset: 0, length: 1, call: call) { asset in
            added = asset
            return .stop
        }
        return added
    }

    package func createAlbum(title: String, call: BackendCall) throws(PhotoError) -> AssetCollection {
        let path = try serving.createAlbum(title: title, call: call)
        let identifier = root.identity.collection(folder: path).text
        do throws(PhotoError) {
            return try withIndex(call) { try $0.collection(identifier, cancellation: call.cancellation) }
        } catch {
            guard error.status == .notFound else { throw error }
            try noteEmptyAlbum(path, identifier, call: call)
            return emptyAlbum(path)
        }
    }

    /// Remembers an album that is empty, and logs that it was inserted, unless it is remembered already.
    private func noteEmptyAlbum(_ path: [UInt8], _ identifier: String, call: BackendCall) throws(PhotoError) {
        guard emptyFolders.withLock({ $0.insert(path).inserted }) else { return }
        do throws(PhotoError) {
            try withIndex(call) { try $0.logMade(collection: identifier) }
        } catch {
            // The folder is there, and photos can be added. Observers hear of the album when it has one.
            if [.io, .noSpace, .accessDenied, .busy].contains(error.status) {
                let name = String(decoding: path, as: UTF8.self)
                return host.log(.warning, "\(name) was created, and observers do not hear of it: \(error.message)")
            }
            // The caller creates it again, which is then logged.
            emptyFolders.withLock { _ = $0.remove(path) }
            throw error
        }
    }

    /// The album with that identifier, if it was created and is still empty; otherwise nil.
    func emptyAlbum(_ localIdentifier: String, call: BackendCall) throws(PhotoError) -> AssetCollection? {
        guard emptyAlbumIdentifiers.contains(localIdentifier) else { return nil }
        return try emptyAlbums(call: call).first { $0.localIdentifier == localIdentifier }
    }

    /// Albums that were created and are still empty. An album that the index knows is not empty any more, even if
    /// another program added the photos. An album whose folder is gone is left out.
    func emptyAlbums(call: BackendCall) throws(PhotoError) -> [AssetCollection] {
        var empty: [AssetCollection] = []
        for path in emptyFolders.withLock({ $0 }) {
            let album = emptyAlbum(path)
            if !isThere(path) {
                forgetGone(path, call: call)
            } else if try isIndexed(album, call: call) {
                emptyFolders.withLock { _ = $0.remove(path) }
            } else {
                empty.append(album)
            }
        }
        return empty.sorted { $0.title < $1.title }
    }

    /// Forgets empty albums whose folders are gone. Nothing else tells observers of that: the index does not know them.
    func forgetGoneAlbums(call: BackendCall) {
        for path in emptyFolders.withLock({ $0 }) where !isThere(path) { forgetGone(path, call: call) }
    }

    private func forgetGone(_ path: [UInt8], call: BackendCall) {
        guard emptyFolders.withLock({ $0.remove(path) }) != nil else { return }
        let identifier = root.identity.collection(folder: path).text
        do throws(PhotoError) {
            try withIndex(call) { try $0.logGone(collection: identifier) }
        } catch {
            host.log(.info, "observers do not hear of an album that is gone: \(error.message)")
        }
    }

    private func isThere(_ path: [UInt8]) -> Bool {
        do throws(FolderError) {
            _ = try root.folder(at: path)
            return true
        } catch {
            switch error {
            case .notFound, .notFolder: return false
            default: return true
            }
        }
    }

    private func isIndexed(_ album: AssetCollection, call: BackendCall) throws(PhotoError) -> Bool {
        do throws(PhotoError) {
            _ = try withIndex(call) { try $0.collection(album.localIdentifier, cancellation: call.cancellation) }
            return true
        } catch {
            guard error.status == .notFound else { throw error }
            return false
        }
    }

    /// The identifiers of albums that were created and were empty when they were last checked.
    var emptyAlbumIdentifiers: [String] {
        emptyFolders.withLock { $0 }.map { root.identity.collection(folder: $0).text }
    }

    private func emptyAlbum(_ path: [UInt8]) -> AssetCollection {
        AssetCollection(
            localIdentifier: root.identity.collection(folder: path).text,
            title: String(decoding: splitPath(path).name, as: UTF8.self), type: .album, estimatedCount: 0,
            isEditable: true)
    }

    /// The path of an album's folder.
    private func path(of album: String, call: BackendCall) throws(PhotoError) -> [UInt8] {
        if album == root.identity.collection(smartAlbum: "camera-roll").text { return [] }
        let made = emptyFolders.withLock { $0 }.first { root.identity.collection(folder: $0).text == album }
        if let made { return made }
        guard let known = try withIndex(call, { try $0.folderPath(of: album, cancellation: call.cancellation) }) else {
            throw .notFound("there is no album \(album); its folder may have been moved")
        }
        return known
    }
}
