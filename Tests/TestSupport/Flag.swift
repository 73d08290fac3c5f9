import Foundation

/// Raised until it is lowered, by any thread.
public final class Flag: @unchecked Sendable {  // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var raised = true

    public init() {}

    public var isRaised: Bool { lock.withLock { raised } }
    public func lower() { lock.withLock { raised = false } }
}
