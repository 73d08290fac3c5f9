import Platform

@testable import BackendKit

extension BackendCall {
    /// A call that is not wanted any more from a moment of the monotonic clock on.
    init(endingAt end: UInt64) { self.init(table: nil, isShutDown: { MonotonicTime.now >= end }) }
}
