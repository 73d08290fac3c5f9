internal import Logging
public import PhotoModel

extension PhotoLibrary {
    /// Changes of the library from now on, across swaps of the backend; ends with `close`.
    ///
    /// - Throws: `.accessDenied` before `requestAuthorization` said that the photos may be read, at once;
    ///   `.unsupported` when the backend does not observe.
    public func changeEvents() throws(PhotoError) -> AsyncStream<LibraryChange> {
        guard authorizationStatus == .authorized || authorizationStatus == .limited else {
            throw PhotoError(.accessDenied, "changes can be observed after requestAuthorization() allowed reading")
        }
        guard backend.capabilities.contains(.observe) else {
            throw PhotoError(.unsupported, "the backend \(backend.id) does not observe its library")
        }
        return changes.listen { startObserving($0) }
    }

    /// Observing blocks, so it has a thread of its own and not one of the pool.
    func startObserving(_ control: CallControl) {
        let observer = ChangeObserver(changes: changes, logger: logger) { [weak self] () throws(PhotoError) in
            try self?.enterCurrent()
        }
        guard !WorkerThread.start({ observer.run(control) }) else { return }
        _ = changes.observation(after: control)
        logger.warning("no thread to observe the library with; changes will not show by themselves")
    }
}
