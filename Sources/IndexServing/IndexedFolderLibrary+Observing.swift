package import BackendKit
internal import PhotoIndex
package import PhotoModel

extension IndexedFolderLibrary {
    /// How often to look whether another process or library wrote to the index.
    private static let patience = 100

    package func observe(call: BackendCall, emit: (LibraryChange) -> Flow) throws(PhotoError) {
        try indexing {
            let photoIndex = try index.usable()
            do {
                try observe(photoIndex, call: call, emit)
            } catch {
                // The host observes again, then the next one.
                _ = index.note(error, of: photoIndex)
                throw error
            }
        }
    }

    private func observe(
        _ photoIndex: PhotoIndexDatabase, call: BackendCall, _ emit: (LibraryChange) -> Flow
    ) throws {
        let watch = IndexWatcher(photoIndex)
        // What is found while an index is made is no change to it.
        let isNew = !(try photoIndex.isComplete)
        var reported = try photoIndex.currentToken()
        _ = try watch.start(cancellation: call.cancellation)
        if let limitation = watch.limitation { host.log(.warning, limitation) }
        index.noteMade(photoIndex)
        if isNew, emit(LibraryChange(.reload, token: reported.bytes)) == .stop { return }
        while try report(&reported, photoIndex, call: call, emit) == .more {
            _ = try watch.wait(milliseconds: Self.patience, cancellation: call.cancellation)
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

    /// Reports what changed since `reported`, which becomes the state of now.
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

    /// The last change carries the token to go on from.
    private static func emit(
        _ changes: [LibraryChange], _ token: ChangeToken, _ emit: (LibraryChange) -> Flow
    ) -> Flow {
        guard var last = changes.last else { return emit(.current(token.bytes)) }
        for change in changes.dropLast() where emit(change) == .stop { return .stop }
        last.token = token.bytes
        return emit(last)
    }
}
