internal import Logging
internal import PhotoModel
internal import PickerHost
internal import Platform
internal import ServiceLifecycle

/// Brings the library's index up to date while the library is served, so that a large library can be seen at once.
final class ServedIndex: Sendable {
    struct Progress {
        /// In nanoseconds. Pages fetch everything again when they are notified, so once a second is enough.
        private static let newsInterval: UInt64 = 1_000_000_000

        var state: IndexState
        /// When open pages were last notified.
        private var lastNews: UInt64 = 0

        init(_ state: IndexState) { self.state = state }

        /// Notes a step.
        ///
        /// - Parameter now: on `MonotonicTime`; may be before that of the step before, which another thread reported.
        /// - Returns: whether open pages are to be notified.
        mutating func note(_ step: IndexState, at now: UInt64) -> Bool {
            state = step
            guard now >= lastNews + Self.newsInterval else { return false }
            lastNews = now
            return true
        }
    }

    private let library: PhotoLibrary
    private let onState: @Sendable (IndexState) -> Void
    private let progress: Mutex<Progress>

    /// - Parameters:
    ///   - isRefreshed: false if `refresh` will be called.
    ///   - onState: called with each step, on any thread.
    init(_ library: PhotoLibrary, isRefreshed: Bool, onState: @escaping @Sendable (IndexState) -> Void) {
        self.library = library
        self.onState = onState
        progress = Mutex(Progress(isRefreshed ? .ready : .reading(done: 0, total: nil)))
    }

    var state: IndexState { progress.withLock(\.state) }

    var hasFailed: Bool { if case .failed = state { true } else { false } }

    /// Refreshes the index, until it is up to date or the server shuts down.
    ///
    /// - Parameter onNews: called when pages should fetch again, on any thread, but not for each step.
    func refresh(onNews: @escaping @Sendable () -> Void) async {
        await cancelWhenGracefulShutdown { [self] in
            do throws(PhotoError) {
                guard library.backend.capabilities.contains(.index) else { return end(.ready, onNews) }
                _ = try await library.refreshIndex { [self] step in
                    note(.reading(done: step.done, total: step.total), onNews)
                }
                end(.ready, onNews)
            } catch {
                if error.status == .cancelled || error.status == .closed { return }
                Logger(label: "picker.http").warning("the index is not up to date: \(error.message)")
                end(.failed(error.message), onNews)
            }
        }
    }

    private func note(_ state: IndexState, _ onNews: () -> Void) {
        let now = MonotonicTime.now
        let isNews = progress.withLock { $0.note(state, at: now) }
        onState(state)
        if isNews { onNews() }
    }

    private func end(_ state: IndexState, _ onNews: () -> Void) {
        progress.withLock { $0.state = state }
        onState(state)
        onNews()
    }
}
