internal import PhotoModel
internal import Platform

/// What became of the images that a library began to make, and what they took.
public struct ImageWorkCounts: Equatable, Sendable {
    /// Images for which a thread was taken.
    public var begun = 0
    /// Of these, those whose callers waited until they were there.
    public var made = 0
    /// Of these, those that failed.
    public var failed = 0
    /// Of these, those whose callers had all gone.
    public var abandoned = 0
    /// How long all that were begun had waited for a thread and for memory.
    public var waiting = Duration.zero
    /// How long threads worked on those that ended.
    public var working = Duration.zero
    /// Requests for images that wait now, for a thread or for what is being made.
    public var requests = 0

    /// Nothing was begun yet.
    public init() {}
}

/// Counts them, over all threads.
final class ImageWork: Sendable {
    private let state = Mutex(ImageWorkCounts())

    var counts: ImageWorkCounts { state.withLock { $0 } }

    func begin(after waiting: Duration) {
        state.withLock { counts in
            counts.begun += 1
            counts.waiting += waiting
        }
    }

    /// - Parameter isWanted: whether a caller waits for it.
    func end(_ error: PhotoError?, isWanted: Bool, after working: Duration) {
        state.withLock { counts in
            counts.working += working
            if !isWanted { counts.abandoned += 1 } else if error == nil { counts.made += 1 } else { counts.failed += 1 }
        }
    }
}
