package import BackendKit
internal import PhotoIndex
package import PhotoModel
internal import Platform

extension IndexedFolderLibrary {
    /// How often to check whether another process or library wrote into the index, in milliseconds.
    private static let patience = 100

    package func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        try indexing {
            let photoIndex = try index.usable(cancellation: call.cancellation)
            do {
                try observe(photoIndex, call: call, emit)
            } catch {
                // The error ends the observation. The host observes again, which then uses the next index.
                _ = index.note(error, of: photoIndex)
                throw error
            }
        }
    }

    private func observe(
        _ photoIndex: PhotoIndexDatabase, call: BackendCall, _ emit: (LibraryChange) -> Flow
    ) throws {
        var options = WatchOptions()
        options.refresh = refreshOptions
        let watch = IndexWatcher(photoIndex, options: options, pending: pendingChanges.withLock { $0 })
        // An error, such as that of a full disk, ends the observation. What it could not write is left to the next one.
        defer { pendingChanges.withLock { $0 = watch.pending } }
        // What is found while the index is filled for the first time is not a change.
        let isNew = !(try photoIndex.isComplete)
        var reported = try photoIndex.currentToken()
        _ = try watch.start(cancellation: call.cancellation)
        if let limitation = watch.limitation { host.log(.warning, limitation) }
        index.noteMade(photoIndex)
        if isNew {
            // The log begins after the first scan, so the token from before it is too old.
            reported = try photoIndex.currentToken()
            if emit(LibraryChange(.reload, token: reported.bytes)) == .stop { return }
        }
        while try report(&reported, photoIndex, call: call, emit) == .more {
            _ = try watch.wait(milliseconds: Self.patience, cancellation: call.cancellation)
            forgetGoneAlbums(call: call)
            guard photoIndex.isInPlace, photoIndex === index.photoIndex else {
                throw IndexError.corrupt(file: "the index that was observed")
            }
        }
    }

    package func changes(
        since token: [UInt8]?, call: BackendCall, emit: (LibraryChange) -> Flow
    ) throws(PhotoError) {
        try withIndex(call) { photoIndex in
            guard let token else {
                _ = emit(.current(try photoIndex.currentToken().bytes))
                return
            }
            let given = try ChangeToken(bytes: token)
            let (changes, now) = try changes(of: photoIndex, since: given, call)
            guard now != given else { return }
            _ = Self.emit(changes, now, emit)
        }
    }

    private func changes(
        of photoIndex: PhotoIndexDatabase, since token: ChangeToken, _ call: BackendCall
    ) throws(IndexError) -> (changes: [LibraryChange], token: ChangeToken) {
        try photoIndex.changes(
            since: token, emptyAlbums: emptyAlbumIdentifiers, cancellation: call.cancellation)
    }

    /// Reports what has changed since the token `reported`, which is then set to the current one.
    private func report(
        _ reported: inout ChangeToken, _ photoIndex: PhotoIndexDatabase, call: BackendCall,
        _ emit: (LibraryChange) -> Flow
    ) throws -> Flow {
        let now = try photoIndex.currentToken()
        guard now != reported else { return .more }
        do throws(IndexError) {
            let (changes, token) = try changes(of: photoIndex, since: reported, call)
            reported = token
            return Self.emit(changes, token, emit)
        } catch {
            guard case .tokenTooOld = error else { throw error }
            reported = now
            return Self.emit([.reload], now, emit)
        }
    }

    /// Emits the changes, the last one with the token to continue from.
    private static func emit(
        _ changes: [LibraryChange], _ token: ChangeToken, _ emit: (LibraryChange) -> Flow
    ) -> Flow {
        guard var last = changes.last else { return emit(.current(token.bytes)) }
        for change in changes.dropLast() where emit(change) == .stop { return .stop }
        last.token = token.bytes
        return emit(last)
    }
}
