internal import Logging
internal import PhotoModel
internal import Platform

/// Observes one generation of a library after the other, on a thread that it blocks. Does not keep the library alive.
struct ChangeObserver: Sendable {
    let changes: ChangeHub
    let logger: Logger
    /// The current generation, entered; nil when the library is gone.
    let enter: @Sendable () throws(PhotoError) -> (Generation, LibraryTable)?

    /// How an observation ended.
    private enum Ending {
        /// It was cancelled, or there is nothing to observe.
        case over
        case failed(PhotoError)
    }

    /// Returns when there are no listeners any more, the library is closed, or its backend cannot observe. What else ends an
    /// observation (a folder that is away, a full disk, a worker that was killed) may be over soon: it begins again, by
    /// and by less often.
    func run(_ first: CallControl) {
        var delay = ObservationDelay()
        var next: CallControl? = first
        while let control = next {
            let beginning = MonotonicTime.now
            guard case .failed(let error) = observe(control) else {
                next = changes.observation(after: control)
                continue
            }
            let milliseconds = delay.afterFailure(lasted: MonotonicTime.now - beginning)
            let level: Logger.Level = delay.isFirst ? .warning : .debug
            logger.log(
                level: level, "the library is not observed: \(error.message); this is tried again until it succeeds")
            next = changes.observation(after: control, isBroken: true)
            if let next { wait(milliseconds: milliseconds, next) }
        }
    }

    /// Waits until it is time for the observation, or it is cancelled: because of a swap, which it needs not wait for, or
    /// of the end.
    private func wait(milliseconds: Int, _ control: CallControl) {
        let end = MonotonicTime.now + UInt64(milliseconds) * 1_000_000
        while !control.isCancelled, MonotonicTime.now < end { pause(milliseconds: 20) }
    }

    /// Observes until the control is cancelled, which a swap does, or the backend gives up.
    private func observe(_ control: CallControl) -> Ending {
        if control.isCancelled { return .over }
        do throws(PhotoError) {
            guard let (generation, table) = try enter() else { return .over }
            defer { generation.leave() }
            guard generation.info.capabilities.contains(.observe) else { return .over }
            try table.observe(control: control) { change in
                // A backend that was swapped may go on for a while: its tokens and identifiers are not those of the new one.
                guard changes.isCurrent(control) else { return false }
                changes.send(change)
                return !control.isCancelled
            }
            if control.isCancelled { return .over }
            throw PhotoError(.internal, "the backend \(table.backend) stopped observing without being asked to")
        } catch {
            if control.isCancelled { return .over }
            guard error.status == .unsupported else { return .failed(error) }
            logger.warning("the library is no longer observed: \(error.message)")
            return .over
        }
    }
}

/// When to observe again after it failed: soon, and the later the more often it failed. A pure value.
struct ObservationDelay {
    private static let milliseconds = [250, 500, 1000, 2000, 5000, 10_000, 30_000]
    /// In nanoseconds. An observation that held so long did not fail because of what failed the one before.
    private static let calmAfter: UInt64 = 60_000_000_000

    private var failures = 0

    /// Whether the last failure is the first in a row.
    var isFirst: Bool { failures == 1 }

    /// - Parameter lasted: the nanoseconds from the beginning of the observation to its failure.
    /// - Returns: milliseconds.
    mutating func afterFailure(lasted: UInt64) -> Int {
        if lasted >= Self.calmAfter { failures = 0 }
        defer { failures += 1 }
        return Self.milliseconds[min(failures, Self.milliseconds.count - 1)]
    }
}
