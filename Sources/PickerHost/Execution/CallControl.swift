internal import ABIMemory
internal import BackendAPI
internal import Synchronization

/// The host's end of a call in flight: cancels it, sets its deadline.
final class CallControl: Sendable {
    private let isCancelledFlag = Atomic(false)
    /// Nanoseconds on `MonotonicClock`; 0: none.
    let deadline: UInt64

    private let progress: ProgressHandler?
    /// Called whenever the backend asks whether to go on.
    private let onCheck: (@Sendable (CallControl) -> Void)?

    init(
        deadline: UInt64 = 0, progress: ProgressHandler? = nil, onCheck: (@Sendable (CallControl) -> Void)? = nil
    ) {
        self.deadline = deadline
        self.progress = progress
        self.onCheck = onCheck
    }

    var isCancelled: Bool { isCancelledFlag.load(ordering: .relaxed) }

    func cancel() { isCancelledFlag.store(true, ordering: .relaxed) }

    /// Whether to go on: what a backend hears when it asks.
    private var answer: picker_status {
        onCheck?(self)
        if isCancelled { return PICKER_CANCELLED }
        return deadline != 0 && MonotonicClock.now >= deadline ? PICKER_DEADLINE : PICKER_OK
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
