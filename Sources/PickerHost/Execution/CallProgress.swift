/// How far a call is.
public struct CallProgress: Hashable, Sendable {
    /// Units of any kind that are done: files, while an index is built. Never decreases.
    public var done: Int
    /// Units in all; nil while that is not known.
    public var total: Int?

    public init(done: Int, total: Int? = nil) {
        self.done = done
        self.total = total
    }
}

/// Hears how far a call is: on the call's own thread, which waits for it. Never after the call ended.
public typealias ProgressHandler = @Sendable (CallProgress) -> Void
