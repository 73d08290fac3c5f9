internal import Logging
internal import PhotoModel
internal import PickerHost
internal import Platform
internal import ServiceLifecycle

/// Brings the library's index up to date while it is served, so that a large library is there at once.
final class ServedIndex: Sendable {
    private struct Progress {
        var state: IndexState
        /// When open pages last heard of it.
        var lastNews: UInt64 = 0
    }

    /// Pages fetch again what they show at each news: once a second is often enough.
    private static let newsInterval: UInt64 = 1_000_000_000

    private let library: PhotoLibrary
    private let onState: @Sendable (IndexState) -> Void
    private let progress: Mutex<Progress>

    /// - Parameters:
    ///   - isRefreshed: false when `refresh` is still to come.
    ///   - onState: hears of each step, on any thread.
    init(_ library: PhotoLibrary, isRefreshed: Bool, onState: @escaping @Sendable (IndexState) -> Void) {
        self.library = library
        self.onState = onState
        progress = Mutex(Progress(state: isRefreshed ? .ready : .reading(done: 0, total: nil)))
    }

    var state: IndexState { progress.withLock(\.state) }

    var hasFailed: Bool { if case .failed = state { true } else { false } }

    /// Reads what is new, until it is done or the server shuts down.
    ///
    /// - Parameter onNews: called when pages should look again, on any thread; not called for each step.
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
        let isNews = progress.withLock { progress in
            progress.state = state
            guard now - progress.lastNews >= Self.newsInterval else { return false }
            progress.lastNews = now
            return true
        }
        onState(state)
        if isNews { onNews() }
    }

    private func end(_ state: IndexState, _ onNews: () -> Void) {
        progress.withLock { $0.state = state }
        onState(state)
        onNews()
    }
}
