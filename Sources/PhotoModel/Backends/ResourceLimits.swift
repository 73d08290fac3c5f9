/// What the administrator allows a backend to use for image requests; 0 stands for the backend's own limit.
public struct ResourceLimits: Hashable, Sendable {
    /// The most pixels of one image, before scaling.
    public var maxPixels: Int
    /// The most bytes of one media file that is decoded as an image.
    public var maxFileBytes: Int
    /// The most bytes of memory that one image request may use.
    public var maxRequestBytes: Int
    /// The most milliseconds that one image request may take.
    public var maxRequestMilliseconds: Int

    /// - Parameters:
    ///   - maxPixels: the most pixels of one image, before scaling; 0: the backend's own limit.
    ///   - maxFileBytes: the most bytes of one media file that is decoded as an image; 0: the backend's own limit.
    ///   - maxRequestBytes: the most bytes of memory that one image request may use; 0: the backend's own limit.
    ///   - maxRequestMilliseconds: the most milliseconds that one image request may take; 0: the backend's own limit.
    public init(
        maxPixels: Int = 0, maxFileBytes: Int = 0, maxRequestBytes: Int = 0, maxRequestMilliseconds: Int = 0
    ) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxRequestBytes = maxRequestBytes
        self.maxRequestMilliseconds = maxRequestMilliseconds
    }
}
