internal import Platform

/// Whether work is still wanted: the one question that every layer asks between units of it.
///
/// A value that is handed down, from the host's call to the innermost loop of a codec. Ask it between units of work of
/// at most 10 ms: asking costs a function call.
public struct Cancellation {
    /// Why work is not wanted any more.
    public enum Reason: Error, Hashable, Sendable {
        /// The caller asked to stop.
        case cancelled
        /// The deadline of the call has passed.
        case deadline
        /// The library or the program that the work is for shuts down.
        case closed
    }

    private let ask: () -> Reason?

    /// - Parameter ask: gives nil while the work is wanted. Called on the threads that do the work.
    public init(_ ask: @escaping () -> Reason?) { self.ask = ask }

    /// Work that is always wanted.
    public static var never: Cancellation { Cancellation { nil } }

    /// Why the work is not wanted any more; nil while it is.
    public var reason: Reason? { ask() }

    /// Whether the work is not wanted any more.
    public var isCancelled: Bool { reason != nil }

    /// Throws why the work is not wanted any more, if it is not.
    public func check() throws(Reason) {
        if let reason { throw reason }
    }

    /// Also ends the work when `another` says so; this one is asked first.
    public func or(_ another: @escaping () -> Reason?) -> Cancellation {
        Cancellation { self.reason ?? another() }
    }
}

/// Ends work on other threads: one side sets it, the other asks its `cancellation`.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    /// A flag that is not set.
    public init() {}

    /// Whether `cancel` was called.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// Ends the work, for good.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// What the work asks.
    public var cancellation: Cancellation { Cancellation { self.isCancelled ? .cancelled : nil } }
}

extension PhotoError {
    /// The error of a call that ended because it was not wanted any more.
    public init(_ reason: Cancellation.Reason) {
        self =
            switch reason {
            case .cancelled: .cancelled
            case .deadline: .deadline
            case .closed: .closed
            }
    }
}
