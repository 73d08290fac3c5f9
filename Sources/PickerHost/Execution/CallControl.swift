internal import ABIMemory
internal import BackendAPI
internal import PhotoModel
internal import Platform

/// The host's end of a call in flight: cancels it, sets its deadline.
final class CallControl: Sendable {
    private let flag = CancellationFlag()
    private let end: Atomic<UInt64>
    /// What the call does, for messages.
    let name: String
    /// Once it has a thread it may take at least so long, whatever is usual there.
    let leastTime: Duration
    /// The backend that it is in, for messages; nil: none yet.
    private let place = Mutex<String?>(nil)

    private let progress: ProgressHandler?
    /// Called whenever the backend asks whether to go on.
    private let onCheck: (@Sendable (CallControl) -> Void)?

    init(
        _ name: String = "a call", deadline: UInt64 = 0, leastTime: Duration = .zero,
        progress: ProgressHandler? = nil, onCheck: (@Sendable (CallControl) -> Void)? = nil
    ) {
        self.name = name
        self.leastTime = leastTime
        end = Atomic(deadline)
        self.progress = progress
        self.onCheck = onCheck
    }

    var isCancelled: Bool { flag.isCancelled }

    /// Nanoseconds on `MonotonicTime`; 0: none.
    var deadline: UInt64 { end.load(ordering: .relaxed) }

    /// The call has a thread, and so much time.
    func begin(deadline: UInt64) { end.store(deadline, ordering: .relaxed) }

    var backend: String? { place.withLock(\.self) }

    /// The call is about to be made in that backend.
    func enter(_ backend: String) { place.withLock { $0 = backend } }

    /// What the host's own work on this call asks: whether it was cancelled, or its deadline has passed.
    var cancellation: Cancellation {
        Cancellation { [self] in
            if isCancelled { return .cancelled }
            return deadline != 0 && MonotonicTime.now >= deadline ? .deadline : nil
        }
    }

    /// Throws when it was cancelled, or its deadline has passed: between two calls of a backend, which need not ask themselves
    /// when they are short.
    func check() throws(PhotoError) {
        if let reason = cancellation.reason { throw PhotoError(reason) }
    }

    func cancel() { flag.cancel() }

    /// Whether to go on: what a backend hears when it asks.
    private var answer: picker_status {
        onCheck?(self)
        return switch cancellation.reason {
        case nil: PICKER_OK
        case .deadline: PICKER_DEADLINE
        default: PICKER_CANCELLED
        }
    }

    /// Calls `body` with the C table of this call, valid until `body` returns.
    func withTable<Result>(_ body: (UnsafePointer<picker_call>) -> Result) -> Result {
        var table = picker_call()
        table.struct_size = structSize(of: picker_call.self)
        table.deadline = deadline
        table.context = Unmanaged.passUnretained(self).toOpaque()
        table.check = { context in
            guard let context else { return PICKER_OK }
            return Unmanaged<CallControl>.fromOpaque(context).takeUnretainedValue().answer
        }
        table.progress = { context, done, total in
            guard let context else { return }
            let control = Unmanaged<CallControl>.fromOpaque(context).takeUnretainedValue()
            let total = total == 0 ? nil : Int(clamping: total)
            control.progress?(CallProgress(done: Int(clamping: done), total: total))
        }
        return withExtendedLifetime(self) { withUnsafePointer(to: &table) { body($0) } }
    }
}

/// The progress of a call.
public struct CallProgress: Hashable, Sendable {
    /// Units of any kind that are done: files, while an index is built. Never decreases.
    public var done: Int
    /// Units in all; nil while that is not known.
    public var total: Int?

    /// - Parameters:
    ///   - done: units that are done.
    ///   - total: units in all; nil while that is not known.
    public init(done: Int, total: Int? = nil) {
        self.done = done
        self.total = total
    }
}

/// Called with the progress of a call, on the call's own thread, which waits for it. Never called after the call has ended.
public typealias ProgressHandler = @Sendable (CallProgress) -> Void
