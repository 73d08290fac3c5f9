internal import PhotoIndex
internal import Platform

/// The index that a library answers from. One that is lost while it serves (its file was removed, emptied or
/// damaged) is replaced by a new one, which is then made again from the photos.
final class CurrentIndex: Sendable {
    private struct State {
        var photoIndex: PhotoIndexDatabase
        var previewHashes: PreviewHashStore
        /// Work on it said that it is lost.
        var isLost = false
        /// It has to be made from the photos.
        var isUnmade = false
    }

    private let state: Mutex<State>
    /// One thread replaces it; the others wait, which takes as long as opening an empty index.
    private let replacing = Mutex(())
    private let log: @Sendable (String) -> Void

    /// - Parameter log: told in one line what was lost.
    init(_ photoIndex: PhotoIndexDatabase, log: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(photoIndex: photoIndex, previewHashes: PreviewHashStore(photoIndex)))
        self.log = log
    }

    /// As it was last known to be.
    var photoIndex: PhotoIndexDatabase { state.withLock(\.photoIndex) }
    var previewHashes: PreviewHashStore { state.withLock(\.previewHashes) }

    /// Whether the index has to be made from the photos.
    var isUnmade: Bool { state.withLock(\.isUnmade) }

    func noteMade(_ photoIndex: PhotoIndexDatabase) {
        state.withLock { if $0.photoIndex === photoIndex { $0.isUnmade = false } }
    }

    /// Takes notice of an error of work on the index.
    ///
    /// - Returns: whether the index is lost.
    func note(_ error: any Error, of photoIndex: PhotoIndexDatabase) -> Bool {
        guard photoIndex.isLost(after: error) else { return false }
        state.withLock { if $0.photoIndex === photoIndex { $0.isLost = true } }
        return true
    }

    /// The index to work on: a new one when the one before is lost.
    func usable() throws -> PhotoIndexDatabase {
        if let sound { return sound }
        let result: Result<PhotoIndexDatabase, any Error> = replacing.withLock { _ in
            // Another thread may have been quicker.
            if let sound { return .success(sound) }
            do {
                return .success(try replaced())
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private var sound: PhotoIndexDatabase? {
        let (photoIndex, isLost) = state.withLock { ($0.photoIndex, $0.isLost) }
        return !isLost && photoIndex.isInPlace ? photoIndex : nil
    }

    private func replaced() throws -> PhotoIndexDatabase {
        let lost = photoIndex
        log("the index was removed or damaged while it was in use; it is made again")
        let next = try lost.reopened(message: log)
        let isUnmade = !(try next.isComplete)
        let before = state.withLock { state in
            defer { state = State(photoIndex: next, previewHashes: PreviewHashStore(next), isUnmade: isUnmade) }
            return state.previewHashes
        }
        // Not under the lock: it may wait for what it writes.
        before.finish()
        return next
    }
}
