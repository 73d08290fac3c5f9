internal import Logging
public import PhotoModel
internal import Platform

extension PhotoLibrary {
    /// Replaces the backend while the library is used.
    ///
    /// New requests go to the new backend as soon as it is open; requests in flight finish on the old one, which is then shut
    /// down and closed. Observers get one `.reload`. A swap that fails changes nothing. The old plugin stays loaded, since a
    /// shared library of Swift cannot be unloaded. Of several swaps at once, the one that began last wins, whichever is ready
    /// first.
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
        let number = takeNumber()
        let next = try await opener.run(priority: .visible, progress: progress) { [self] control throws(PhotoError) in
            if state.withLock({ $0.isClosed }) { throw .closed }
            return try openNext(try registry.select(choice, for: location), number: number, control: control)
        }
        guard let previous = replaceCurrent(by: next) else {
            next.shutDown()
            if isClosed { throw .closed }
            return
        }
        logger.info(
            "swapped", metadata: ["from": "\(previous.info.id)", "to": "\(next.info.id)"])
        cachedImages.keepOnly(next.renderer)
        previous.retire()
        changes.generationChanged { startObserving($0) }
    }

    /// - Parameter former: the one that is replaced, and no other; nil: whichever is current.
    /// - Returns: the generation that was current; nil when the library is closed, another one than `former` is current, or a
    ///   swap that was asked for later took effect.
    func replaceCurrent(by next: Generation, insteadOf former: Generation? = nil) -> Generation? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            if let former {
                // It follows the folder and is no swap: one that was asked for before it is still to come.
                guard former === state.current else { return nil }
            } else {
                guard next.number > state.newestSwap else { return nil }
                state.newestSwap = next.number
            }
            let previous = state.current
            state.retired.removeAll(where: \.isClosed)
            state.retired.append(previous)
            state.current = next
            return previous
        }
    }
}
