internal import ABIMemory
internal import BackendAPI
public import PhotoModel

/// One call of the host: its cancellation, deadline and progress. Valid until the call returns: do not keep it.
public struct BackendCall {
    private let table: picker_call?
    /// Says whether the host still wants the answer, for code that asks between units of work. Asking is cheap.
    public let cancellation: Cancellation

    /// A call that is never cancelled; for tests of a backend without a host.
    public init() { self.init(table: nil, isShutDown: { false }) }

    init(table: UnsafePointer<picker_call>?, isShutDown: @escaping () -> Bool) {
        let table = table.map { boundedCopy(of: $0, into: picker_call()) }
        self.table = table
        cancellation = Cancellation {
            if isShutDown() { return .closed }
            guard let table, let check = table.check else { return nil }
            return switch check(table.context) {
            case PICKER_OK: nil
            case PICKER_DEADLINE: .deadline
            default: .cancelled
            }
        }
    }

    /// Throws when the call is cancelled, past its deadline, or its library shuts down. Call it between units of
    /// work of at most 10 ms each.
    public func check() throws(PhotoError) {
        if let reason = cancellation.reason { throw PhotoError(reason) }
    }

    /// Runs work that asks a `Cancellation`; if that ends the work, throws the reason as a `PhotoError`.
    public func run<Result>(
        _ work: (Cancellation) throws(Cancellation.Reason) -> Result
    ) throws(PhotoError) -> Result {
        do throws(Cancellation.Reason) {
            return try work(cancellation)
        } catch {
            throw PhotoError(error)
        }
    }

    /// When the call has to end, in nanoseconds on the host's clock; nil when it has no deadline.
    public var deadline: UInt64? {
        guard let deadline = table?.deadline, deadline != 0 else { return nil }
        return deadline
    }

    /// Reports progress, which must never decrease.
    ///
    /// - Parameters:
    ///   - done: units that are done, of any kind.
    ///   - total: units in all; nil when that is not known.
    public func report(_ done: Int, of total: Int? = nil) {
        guard let table, let progress = table.progress else { return }
        progress(table.context, UInt64(max(0, done)), UInt64(max(0, total ?? 0)))
    }
}
