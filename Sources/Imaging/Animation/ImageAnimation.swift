/// What is known of an animated image.
public struct ImageAnimation: Hashable, Sendable {
    /// Seconds from the beginning of its first frame to the end of its last one; nil if it is not known.
    public let duration: Double?

    public init(duration: Double?) { self.duration = duration }

    /// Nil for a single frame, which is not an animation.
    ///
    /// - Parameter milliseconds: the sum of the times for which the frames are shown.
    init?(frames: Int, milliseconds: Int) {
        guard frames > 1 else { return nil }
        self.init(duration: milliseconds > 0 ? Double(milliseconds) / 1000 : nil)
    }

    /// How long browsers show a frame with this delay, in milliseconds. They replace delays that are too short for screens,
    /// because programs write them without meaning them.
    static func shown(_ milliseconds: Int) -> Int { milliseconds <= 10 ? 100 : milliseconds }
}
