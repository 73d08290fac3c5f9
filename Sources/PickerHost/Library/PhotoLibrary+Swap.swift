internal import Logging
internal import PhotoModel
internal import Synchronization

extension PhotoLibrary {
    /// Replaces the backend while serving.
    ///
    /// New requests go to the new backend as soon as it is open and probed; requests in flight end on the old one,
    /// which is then shut down and closed. Observers get one `reload`. A failed swap changes nothing. The old plugin
    /// stays loaded: a shared library of Swift cannot be unloaded.
    public func swap(to choice: BackendChoice) async throws(PhotoError) {
        let registry = registry
        let next = try await pool.run(priority: .visible) { [self] control throws(PhotoError) in
            try openNext(try registry.select(choice), control: control)
        }
        let previous: Generation? = state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.current = next }
            return state.current
        }
        guard let previous else {
            next.shutDown()
            throw .closed
        }
        logger.info(
            "swapped", metadata: ["from": "\(previous.description.id)", "to": "\(next.description.id)"])
        previous.retire()
        changes.generationChanged()
    }
}
