internal import PhotoModel
internal import Platform

/// What became of the images that a library began to make, and how long they took.
public struct ImageWorkCounts: Equatable, Sendable {
    /// Images for which a thread was taken.
    public var begun = 0
    /// Of these, those that were made while a caller waited for them.
    public var made = 0
    /// Of these, those that failed.
    public var failed = 0
    /// Of these, those for which no caller waited any more.
    public var abandoned = 0
    /// How long all images that were begun had waited for a thread and for memory.
    public var waiting = Duration.zero
    /// How long threads worked on the images that ended.
    public var working = Duration.zero
    /// Requests that are waiting now, for a thread or for an image that is being made.
    public var requests = 0

    /// Makes counts of nothing.
    public init() {}
}

/// Counts the images that are made, over all threads.
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
