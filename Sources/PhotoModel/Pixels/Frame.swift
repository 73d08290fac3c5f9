/// One delivery of an image request.
public struct Frame: Sendable {
    /// The upright pixels, which no one writes to any more.
    public var pixels: PixelBuffer
    /// Whether there could be a better frame for this request.
    public var isDegraded: Bool
    /// Whether this is the last frame of the request.
    public var isFinal: Bool
    /// Whether a part of the image is missing because the file is cut off or damaged; that part is filled with something
    /// else.
    public var isIncomplete: Bool

    /// - Parameters:
    ///   - pixels: the upright pixels, which no one writes to any more.
    ///   - isDegraded: whether there could be a better frame for this request.
    ///   - isFinal: whether this is the last frame of the request.
    ///   - isIncomplete: whether a part of the image is missing.
    public init(pixels: PixelBuffer, isDegraded: Bool = false, isFinal: Bool = true, isIncomplete: Bool = false) {
        self.pixels = pixels
        self.isDegraded = isDegraded
        self.isFinal = isFinal
        self.isIncomplete = isIncomplete
    }
}
