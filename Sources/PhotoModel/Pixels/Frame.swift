/// One delivery of an image request.
public struct Frame: Sendable {
    /// Upright pixels; not written any more.
    public var pixels: PixelBuffer
    /// A better frame of this request could exist.
    public var isDegraded: Bool
    /// No frame follows.
    public var isFinal: Bool
    /// A part of the image is missing, because the file is cut off or damaged; something else is in its place.
    public var isIncomplete: Bool

    /// - Parameters:
    ///   - pixels: upright; not written any more.
    ///   - isDegraded: whether a better frame of this request could exist.
    ///   - isFinal: whether no frame follows.
    ///   - isIncomplete: whether a part of the image is missing.
    public init(pixels: PixelBuffer, isDegraded: Bool = false, isFinal: Bool = true, isIncomplete: Bool = false) {
        self.pixels = pixels
        self.isDegraded = isDegraded
        self.isFinal = isFinal
        self.isIncomplete = isIncomplete
    }
}
