internal import PhotoIndex
internal import PhotoModel
internal import Platform

/// The index that a library answers from. If it is lost while it is in use (its file was removed, emptied or damaged),
/// a new one replaces it, which is then filled from the photos again.
final class CurrentIndex: Sendable {
    private struct State {
        var photoIndex: PhotoIndexDatabase
        var previewHashes: PreviewHashStore
        /// Whether work on the index failed in a way that means that it is lost.
        var isLost = false
        /// Whether the index still has to be filled from the photos.
        var isUnmade = false
    }

    private let state: Mutex<State>
    /// Held by the thread that replaces the index. Others wait, also for the check of a large index for damage, until
    /// their calls are cancelled.
    private let replacing = CancellableLock()
    private let log: @Sendable (String) -> Void

    /// - Parameter log: called with one line when the index is lost.
    init(_ photoIndex: PhotoIndexDatabase, log: @escaping @Sendable (String) -> Void) {
        state = Mutex(State(photoIndex: photoIndex, previewHashes: PreviewHashStore(photoIndex)))
        self.log = log
    }

    /// The current index, without checking whether it is lost.
    var photoIndex: PhotoIndexDatabase { state.withLock(\.photoIndex) }
    var previewHashes: PreviewHashStore { state.withLock(\.previewHashes) }

    /// Whether the index still has to be filled from the photos.
    var isUnmade: Bool { state.withLock(\.isUnmade) }

    func noteMade(_ photoIndex: PhotoIndexDatabase) {
        state.withLock { if $0.photoIndex === photoIndex { $0.isUnmade = false } }
    }

    /// Checks an error of work on the index, and remembers if it means that the index is lost.
    ///
    /// - Returns: whether the index is lost.
    func note(_ error: any Error, of photoIndex: PhotoIndexDatabase) -> Bool {
        guard photoIndex.isLost(after: error) else { return false }
        state.withLock { if $0.photoIndex === photoIndex { $0.isLost = true } }
        return true
    }

    /// The index to work on. If the current one is lost, it is replaced first.
    func usable(cancellation: Cancellation) throws -> PhotoIndexDatabase {
        if let sound { return sound }
        return try replacing.withLock(cancellation: cancellation) { () throws -> PhotoIndexDatabase in
            // Another thread may have replaced it already.
            if let sound { return sound }
            return try replaced(cancellation)
        }
    }

    private var sound: PhotoIndexDatabase? {
        let (photoIndex, isLost) = state.withLock { ($0.photoIndex, $0.isLost) }
        return !isLost && photoIndex.isInPlace ? photoIndex : nil
    }

    private func replaced(_ cancellation: Cancellation) throws -> PhotoIndexDatabase {
        let lost = photoIndex
        log("the index was removed or damaged while it was in use; it is made again")
        let next = try lost.reopened(cancellation: cancellation, message: log)
        let isUnmade = !(try next.isComplete)
        let before = state.withLock { state in
            defer { state = State(photoIndex: next, previewHashes: PreviewHashStore(next), isUnmade: isUnmade) }
            return state.previewHashes
        }
        // Outside the lock: this may wait until preview hashes are written.
        before.finish()
        return next
    }
}
