/// What is known of an animated image.
public struct ImageAnimation: Hashable, Sendable {
    /// Seconds from its first frame to the end of its last one; nil when not known.
    public let duration: Double?

    public init(duration: Double?) { self.duration = duration }

    /// Of the frames that were found; nil for one frame, which does not move.
    ///
    /// - Parameter milliseconds: how long all of them are shown.
    init?(frames: Int, milliseconds: Int) {
        guard frames > 1 else { return nil }
        self.init(duration: milliseconds > 0 ? Double(milliseconds) / 1000 : nil)
    }

    /// How long browsers show a frame that says this of itself, in milliseconds: what is too quick for screens was written by
    /// programs that meant nothing by it.
    static func shown(_ milliseconds: Int) -> Int { milliseconds <= 10 ? 100 : milliseconds }
}
