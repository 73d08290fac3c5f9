internal import SystemThreads

/// Makes placeholders of pictures that were rendered anyway, and writes them into a catalog, some at a time, on a thread of
/// its own.
///
/// Whoever rendered a picture does not wait. While the thread has too much to do, pictures are dropped; a later rendering
/// brings them again. Once the catalog could not be written, nothing is taken any more.
package final class PlaceholderStore: Sendable {
    private struct State: Sendable {
        var pictures: [RenderedPicture] = []
        /// Nil until the first picture came.
        var thread: JoinableThread?
        var isEnding = false
        var isRefused = false
    }

    private enum Step: Sendable {
        case picture(RenderedPicture)
        /// None came for a while.
        case silence
        case end
    }

    /// Pictures that wait at most: 512 pixels square take a megabyte each.
    private static let queueLength = 32
    /// In milliseconds: what was made is written when no picture came for so long.
    private static let patience = 200

    private let catalog: Catalog
    private let monitor = Monitor(State())

    package init(_ catalog: Catalog) { self.catalog = catalog }

    deinit { finish() }

    /// Takes a picture if there is room. Returns at once.
    package func offer(_ picture: RenderedPicture) {
        guard picture.isOfUse else { return }
        monitor.withLock { state in
            guard !state.isEnding, !state.isRefused, state.pictures.count < Self.queueLength else { return }
            state.pictures.append(picture)
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

    /// Pictures that wait for their turn.
    var waitingCount: Int { monitor.withLock(\.pictures.count) }

    /// Whether the catalog could not be written.
    var isRefused: Bool { monitor.withLock(\.isRefused) }

    private func start() -> JoinableThread? {
        let (monitor, catalog) = (monitor, catalog)
        return JoinableThread { Self.run(monitor, catalog) }
    }

    private static func run(_ monitor: Monitor<State>, _ catalog: Catalog) {
        var batch = PlaceholderBatch(catalog)
        do {
            while true {
                switch next(monitor, waits: batch.isEmpty) {
                case .picture(let picture): try batch.add(picture)
                case .silence: try batch.write()
                case .end: return try batch.write()
                }
            }
        } catch {
            // A full disk, a catalog that may not be written: nothing that photos cannot be shown without.
            monitor.withLock { ($0.isRefused, $0.pictures) = (true, []) }
        }
    }

    /// - Parameter waits: whether for ever, because there is nothing to write.
    private static func next(_ monitor: Monitor<State>, waits: Bool) -> Step {
        let step: (inout State) -> Step? = { state in
            if !state.pictures.isEmpty { return .picture(state.pictures.removeFirst()) }
            return state.isEnding ? .end : nil
        }
        return waits ? monitor.waitUntil(step) : monitor.wait(milliseconds: patience, step) ?? .silence
    }
}
