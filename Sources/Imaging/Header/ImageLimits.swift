/// What one image may cost. Checked against the header before anything is decoded.
public struct ImageLimits: Hashable, Sendable {
    /// Width times height of the stored image.
    public var maxPixels: Int
    /// Size of the file.
    public var maxFileBytes: Int
    /// Memory for one image while it is decoded and scaled, the result included.
    public var maxMemoryBytes: Int

    public init(maxPixels: Int, maxFileBytes: Int, maxMemoryBytes: Int) {
        self.maxPixels = maxPixels
        self.maxFileBytes = maxFileBytes
        self.maxMemoryBytes = maxMemoryBytes
    }

    /// Room for every camera on sale (200 megapixels) and for large panoramas: 500 megapixels, 1 GiB of file,
    /// 1 GiB of memory.
    public static let standard = ImageLimits(
        maxPixels: 500_000_000, maxFileBytes: 1 << 30, maxMemoryBytes: 1 << 30
    )
}
