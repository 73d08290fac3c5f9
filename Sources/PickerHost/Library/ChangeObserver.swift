internal import Logging
internal import PhotoModel

/// Observes one generation of a library after the other, on a thread that it blocks. Does not keep the library alive.
struct ChangeObserver: Sendable {
    let changes: ChangeHub
    let logger: Logger
    /// The current generation, entered; nil when the library is gone.
    let enter: @Sendable () throws(PhotoError) -> (Generation, LibraryTable)?

    /// Returns when nobody listens any more, the library is closed, or its backend cannot observe.
    func run(_ first: CallControl) {
        var next: CallControl? = first
        while let control = next {
            observe(control)
            next = changes.observation(after: control)
        }
    }

    /// Observes until the control is cancelled, which a swap does, or the backend gives up.
    private func observe(_ control: CallControl) {
        do throws(PhotoError) {
            guard let (generation, table) = try enter() else { return }
            defer { generation.leave() }
            guard generation.description.capabilities.contains(.observe) else { return }
            try table.observe(control: control) { change in
                changes.send(change)
                return !control.isCancelled
            }
            if control.isCancelled { return }
            throw PhotoError(.internal, "the backend \(table.backend) stopped observing without being asked to")
        } catch {
            if control.isCancelled || error.status == .closed { return }
            logger.warning("the library is no longer observed: \(error.message)")
        }
    }
}
