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
        return changes.listen { [weak self] control in self?.startObserving(control) }
    }

    /// Observing blocks, so it has a thread of its own and not one of the pool.
    private func startObserving(_ control: CallControl) {
        let started = WorkerThread.start { [weak self] in
            var next: CallControl? = control
            while let control = next {
                next = self?.observeOnce(control)
            }
        }
        if !started { logger.warning("no thread to observe the library with; changes will not show by themselves") }
    }

    /// Observes the current generation until the observation is cancelled or the backend is swapped.
    ///
    /// - Returns: the control of the next observation; nil when there is none to come.
    private func observeOnce(_ control: CallControl) -> CallControl? {
        do throws(PhotoError) {
            let (generation, table) = try enterCurrent()
            defer { generation.leave() }
            let changes = changes
            try table.observe(control: control) { change in
                changes.send(change)
                return !control.isCancelled
            }
        } catch {
            guard error.status == .cancelled || error.status == .closed else {
                logger.warning("the library is no longer observed: \(error.message)")
                return nil
            }
        }
        return changes.nextObservation()
    }
}
