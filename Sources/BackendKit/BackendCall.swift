internal import ABIMemory
internal import BackendAPI
internal import PhotoModel

/// What accompanies a long call: cancellation, deadline, progress. Valid until that call returns: do not keep it.
public struct BackendCall {
    private let table: picker_call?
    private let isShutDown: () -> Bool

    /// A call that is never cancelled; for tests of a backend without a host.
    public init() { self.init(table: nil, isShutDown: { false }) }

    init(table: UnsafePointer<picker_call>?, isShutDown: @escaping () -> Bool) {
        self.table = table.map { boundedCopy(of: $0, into: picker_call()) }
        self.isShutDown = isShutDown
    }

    /// Throws when the call is cancelled, past its deadline, or its library shuts down. Call it between units of
    /// work of at most 10 ms each.
    public func check() throws(BackendError) {
        if isShutDown() { throw .closed }
        guard let table, let check = table.check else { return }
        let status = PhotoStatus(rawValue: check(table.context))
        guard status.rawValue != PICKER_OK else { return }
        throw BackendError(
            status == .deadline ? .deadline : .cancelled,
            status == .deadline ? "the deadline has passed" : "the request was cancelled"
        )
    }

    /// The same question without the reason, for code that takes a closure.
    public var isCancelled: Bool {
        do throws(BackendError) {
            try check()
            return false
        } catch {
            return true
        }
    }

    /// Nanoseconds on the host's clock; nil: none.
    public var deadline: UInt64? {
        guard let deadline = table?.deadline, deadline != 0 else { return nil }
        return deadline
    }

    /// Reports progress; never decreasing. `total` nil: not known.
    public func report(_ done: Int, of total: Int? = nil) {
        guard let table, let progress = table.progress else { return }
        progress(table.context, UInt64(max(0, done)), UInt64(max(0, total ?? 0)))
    }
}
