internal import Platform

/// Makes preview hashes from thumbnails that were rendered anyway, and writes them into an index in batches, on a
/// thread of its own.
///
/// Callers do not wait. While the thread is too busy, thumbnails are dropped; a later rendering brings them again. If
/// the index cannot be written, no more thumbnails are taken.
package final class PreviewHashStore: Sendable {
    private struct State: Sendable {
        var thumbnails: [RenderedThumbnail] = []
        /// Nil before the first thumbnail.
        var thread: JoinableThread?
        var isEnding = false
        var isRefused = false
    }

    private enum Step: Sendable {
        case thumbnail(RenderedThumbnail)
        /// No thumbnail came for a while.
        case silence
        case end
    }

    /// The most thumbnails that wait: one of 512 × 512 pixels takes a megabyte.
    private static let queueLength = 32
    /// In milliseconds: if no thumbnail comes for this long, the finished preview hashes are written.
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

    /// Writes the preview hashes of all thumbnails that were taken, and takes no more.
    package func finish() {
        let thread = monitor.withLock { state in
            defer { (state.isEnding, state.thread) = (true, nil) }
            return state.thread
        }
        monitor.wakeAll()
        if let thread { thread.join() }
    }

    /// The number of thumbnails that wait.
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
            // The disk is full, or the index may not be written. Photos can be shown without preview hashes.
            monitor.withLock { ($0.isRefused, $0.thumbnails) = (true, []) }
        }
    }

    /// - Parameter waits: whether to wait without a limit, because there is nothing to write.
    private static func next(_ monitor: Monitor<State>, waits: Bool) -> Step {
        let step: (inout State) -> Step? = { state in
            if !state.thumbnails.isEmpty { return .thumbnail(state.thumbnails.removeFirst()) }
            return state.isEnding ? .end : nil
        }
        return waits ? monitor.waitUntil(step) : monitor.wait(milliseconds: patience, step) ?? .silence
    }
}
