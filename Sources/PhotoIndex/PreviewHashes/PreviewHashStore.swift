internal import Platform

/// Makes preview hashes of thumbnails that were rendered anyway, and writes them into an index, some at a time, on a
/// thread of its own.
///
/// Callers do not wait. While the thread has too much to do, thumbnails are dropped; a later rendering brings them
/// again. Once the index could not be written, nothing is taken any more.
package final class PreviewHashStore: Sendable {
    private struct State: Sendable {
        var thumbnails: [RenderedThumbnail] = []
        /// Nil until the first thumbnail came.
        var thread: JoinableThread?
        var isEnding = false
        var isRefused = false
    }

    private enum Step: Sendable {
        case thumbnail(RenderedThumbnail)
        /// None came for a while.
        case silence
        case end
    }

    /// Thumbnails that wait at most: 512 pixels square take a megabyte each.
    private static let queueLength = 32
    /// In milliseconds: what was made is written when no thumbnail came for so long.
    private static let patience = 200

    private let photoIndex: PhotoIndexDatabase
    private let monitor = Monitor(State())

    package init(_ photoIndex: PhotoIndexDatabase) { self.photoIndex = photoIndex }

    deinit { finish() }

    /// Takes a thumbnail if there is room. Returns at once.
    package func offer(_ thumbnail: RenderedThumbnail) {
        guard thumbnail.isOfUse else { return }
        monitor.withLock { state in
            guard !state.isEnding, !state.isRefused, state.thumbnails.count < Self.queueLength else { return }
            state.thumbnails.append(thumbnail)
            state.thread = state.thread ?? start()
        }
        monitor.wakeAll()
    }

    /// Writes what was taken, and takes no more.
    package func finish() {
        let thread = monitor.withLock { state in
            defer { (state.isEnding, state.thread) = (true, nil) }
            return state.thread
        }
        monitor.wakeAll()
        if let thread { thread.join() }
    }

    /// Thumbnails that wait for their turn.
    var waitingCount: Int { monitor.withLock(\.thumbnails.count) }

    /// Whether the index could not be written.
    var isRefused: Bool { monitor.withLock(\.isRefused) }

    private func start() -> JoinableThread? {
        let (monitor, photoIndex) = (monitor, photoIndex)
        return JoinableThread(blocksSignals: true) { Self.run(monitor, photoIndex) }
    }

    private static func run(_ monitor: Monitor<State>, _ photoIndex: PhotoIndexDatabase) {
        var batch = PreviewHashBatch(photoIndex)
        do {
            while true {
                switch next(monitor, waits: batch.isEmpty) {
                case .thumbnail(let thumbnail): try batch.add(thumbnail)
                case .silence: try batch.write()
                case .end: return try batch.write()
                }
            }
        } catch {
            // A full disk, an index that may not be written: nothing that photos cannot be shown without.
            monitor.withLock { ($0.isRefused, $0.thumbnails) = (true, []) }
        }
    }

    /// - Parameter waits: whether for ever, because there is nothing to write.
    private static func next(_ monitor: Monitor<State>, waits: Bool) -> Step {
        let step: (inout State) -> Step? = { state in
            if !state.thumbnails.isEmpty { return .thumbnail(state.thumbnails.removeFirst()) }
            return state.isEnding ? .end : nil
        }
        return waits ? monitor.waitUntil(step) : monitor.wait(milliseconds: patience, step) ?? .silence
    }
}
