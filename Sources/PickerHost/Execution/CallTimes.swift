internal import PhotoModel

/// How long calls of a backend may take once they have a thread. Waiting for a thread is not counted.
///
/// A call that goes on after its time is asked to end. If it does not, its thread is given up: the caller gets an error, and
/// another thread takes the place of the lost one.
public struct CallTimes: Hashable, Sendable {
    /// Albums, fetches and their windows, counts, details, changes. A backend without an index walks the library for some.
    public var metadata: Duration
    /// One image or poster. If the limits allow an image more time than this, it has that time and 15 s more.
    public var images: Duration
    /// One piece of an original, or anything else that is read from a file without making an image of it.
    public var media: Duration
    /// How long after its time a call has to end before its thread is given up. Backends have a second (R12.2). It is longer
    /// than `BackendIsolation.Workers.graceMilliseconds`, after which a worker is ended: its calls end with it, and keep no thread.
    public var grace: Duration

    /// - Parameters: all more than zero.
    public init(
        metadata: Duration = .seconds(180), images: Duration = .seconds(45), media: Duration = .seconds(120),
        grace: Duration = .seconds(15)
    ) {
        self.metadata = metadata
        self.images = images
        self.media = media
        self.grace = grace
    }

    /// How long an image or poster may take at least, as the administrator's limits are now.
    static func ofImage(within limits: ResourceLimits) -> Duration {
        guard limits.maxRequestMilliseconds > 0 else { return .zero }
        return .milliseconds(limits.maxRequestMilliseconds) + .seconds(15)
    }
}
