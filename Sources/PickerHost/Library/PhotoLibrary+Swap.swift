internal import Logging
public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// Replaces the backend while serving.
    ///
    /// New requests go to the new backend as soon as it is open and probed; requests in flight end on the old one,
    /// which is then shut down and closed. Observers get one `reload`. A failed swap changes nothing. The old plugin
    /// stays loaded: a shared library of Swift cannot be unloaded.
    ///
    /// - Parameters:
    ///   - other: where to look for the backend; nil: where the library's first one was found.
    ///   - progress: as in `open`.
    public func swap(
        to choice: BackendChoice, registry other: BackendRegistry? = nil, progress: ProgressHandler? = nil
    ) async throws(PhotoError) {
        let registry = other ?? registry
        // A thread of its own: a plugin that takes long to try or to open holds up no request.
        let opener = ThreadPool(limit: 1)
        defer { opener.shutDown() }
        let next = try await opener.run(priority: .visible, progress: progress) { [self] control throws(PhotoError) in
            if state.withLock({ $0.isClosed }) { throw .closed }
            return try openNext(try registry.select(choice, for: location), control: control)
        }
        guard let previous = replaceCurrent(by: next) else {
            next.shutDown()
            throw .closed
        }
        logger.info(
            "swapped", metadata: ["from": "\(previous.info.id)", "to": "\(next.info.id)"])
        cachedImages.keepOnly(next.renderer)
        previous.retire()
        changes.generationChanged { startObserving($0) }
    }

    /// - Returns: the generation that was current; nil when the library is closed.
    private func replaceCurrent(by next: Generation) -> Generation? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let previous = state.current
            state.retired.removeAll(where: \.isClosed)
            state.retired.append(previous)
            state.current = next
            return previous
        }
    }
}
