internal import CImaging
package import PhotoModel

/// Work that a library does in long steps without checking for cancellation in between. It runs on a thread of its own,
/// so that callers that are cancelled need not wait for the end of a step.
package final class AbandonableWork<Value: Sendable>: @unchecked Sendable {
    // Unchecked: the value is written by the working thread, and read by the waiting thread after that has ended.
    private let body: @Sendable (Cancellation) -> Value
    private var value: Value?

    private init(_ body: @escaping @Sendable (Cancellation) -> Value) { self.body = body }

    /// Does the work, and waits for it. First it waits for as much work to end that was abandoned before as holds memory that this
    /// needs: the caller's limit was checked for this work alone.
    ///
    /// - Parameters:
    ///   - memoryBytes: what the work holds until its end.
    ///   - limits: the memory limit is for this and for all abandoned work together.
    ///   - body: gets a cancellation to check, which is cancelled after this function has thrown.
    /// - Throws: `cancelled`, after which the thread runs until its next check; `outOfMemory`.
    package static func run(
        _ cancellation: Cancellation, memoryBytes: Int, limits: ImageLimits,
        _ body: @escaping @Sendable (Cancellation) -> Value
    ) throws(ImagingError) -> Value {
        let work = AbandonableWork(body)
        let job = imaging_abandonable(
            work: { context, abandoned in
                // The reference that was retained below.
                let work = Unmanaged<AnyObject>.fromOpaque(context!).takeUnretainedValue() as! any Working
                work.run(Cancellation { abandoned.is_cancelled(abandoned.context) != 0 ? .cancelled : nil })
            },
            release: { Unmanaged<AnyObject>.fromOpaque($0!).release() },
            context: Unmanaged<AnyObject>.passRetained(work).toOpaque(),
            memory_bytes: max(0, memoryBytes), memory_limit: max(0, limits.maxMemoryBytes))
        try cancellation.withCQuestion { cancel throws(ImagingError) in
            try ImagingError.check { imaging_run_abandonable(job, cancel, $0) }
        }
        guard let value = work.value else { throw .cancelled }
        return value
    }
}

/// The type that C's callback casts to: it cannot name a generic type.
private protocol Working: AnyObject {
    func run(_ cancellation: Cancellation)
}

extension AbandonableWork: Working {
    fileprivate func run(_ cancellation: Cancellation) { value = body(cancellation) }
}
