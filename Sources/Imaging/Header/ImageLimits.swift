/// What one image may cost. All but the time is checked against the header before anything is decoded.
public struct ImageLimits: Hashable, Sendable {
    /// Width times height of the stored image.
    public var maxPixels: Int
    /// Size of the file.
    public var maxFileBytes: Int
    /// Memory for one image while it is decoded and scaled, the result included.
    public var maxMemoryBytes: Int
    /// Time for one render, looked at wherever cancellation is; nil is no limit.
    public var maxSeconds: Double?

    public init(maxPixels: Int, maxFileBytes: Int, maxMemoryBytes: Int, maxSeconds: Double? = 30) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxMemoryBytes = maxMemoryBytes
        self.maxSeconds = maxSeconds
    }

    /// Room for every camera on sale (200 megapixels) and for large panoramas: 500 megapixels, 1 GiB of file,
    /// 1 GiB of memory, 30 seconds.
    public static let standard = ImageLimits(
        maxPixels: 500_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 1 << 30
    )
}
