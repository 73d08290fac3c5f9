/// What the administrator allows a backend for image requests; 0: the backend's own limit.
public struct ResourceLimits: Hashable, Sendable {
    /// Pixels of one image, before scaling.
    public var maxPixels: Int
    /// Bytes of one media file that is decoded as an image.
    public var maxFileBytes: Int
    /// Bytes of memory that one image request may use.
    public var maxRequestBytes: Int
    /// Milliseconds that one image request may be worked on.
    public var maxRequestMilliseconds: Int

    /// - Parameters:
    ///   - maxPixels: of one image, before scaling; 0: the backend's own limit.
    ///   - maxFileBytes: of one media file that is decoded as an image; 0: the backend's own limit.
    ///   - maxRequestBytes: of memory that one image request may use; 0: the backend's own limit.
    ///   - maxRequestMilliseconds: that one image request may be worked on; 0: the backend's own limit.
    public init(
        maxPixels: Int = 0, maxFileBytes: Int = 0, maxRequestBytes: Int = 0, maxRequestMilliseconds: Int = 0
    ) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxRequestBytes = maxRequestBytes
        self.maxRequestMilliseconds = maxRequestMilliseconds
    }
}
