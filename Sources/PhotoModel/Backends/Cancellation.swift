internal import Platform

/// Says whether work is still wanted: the one question that every layer asks between units of work.
///
/// It is handed down from the host's call to the innermost loop of a codec. Ask it between units of work of at most 10 ms;
/// asking costs a function call.
public struct Cancellation {
    /// Why work is no longer wanted.
    public enum Reason: Error, Hashable, Sendable {
        /// The caller asked to stop.
        case cancelled
        /// The deadline of the call has passed.
        case deadline
        /// The library or the program that the work is for is shutting down.
        case closed
    }

    private let ask: () -> Reason?

    /// - Parameter ask: returns nil while the work is wanted. Called on the threads that do the work.
    public init(_ ask: @escaping () -> Reason?) { self.ask = ask }

    /// Work that is always wanted.
    public static var never: Cancellation { Cancellation { nil } }

    /// Why the work is no longer wanted; nil while it is.
    public var reason: Reason? { ask() }

    /// Whether the work is no longer wanted.
    public var isCancelled: Bool { reason != nil }

    /// If the work is no longer wanted, throws the reason.
    public func check() throws(Reason) {
        if let reason { throw reason }
    }

    /// Also ends the work when `another` says so; this one is asked first.
    public func or(_ another: @escaping () -> Reason?) -> Cancellation {
        Cancellation { self.reason ?? another() }
    }
}

/// Ends work on other threads: one side calls `cancel`, the other asks the `cancellation`.
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
    /// The error of a call that ended because it was no longer wanted.
    public init(_ reason: Cancellation.Reason) {
        self =
            switch reason {
            case .cancelled: .cancelled
            case .deadline: .deadline
            case .closed: .closed
            }
    }
}
