/// The short video that lies behind a still picture in the same file.
public struct MotionPhoto: Hashable, Sendable {
    /// Where the video starts, in bytes before the end of the file; at least 1.
    public var offsetFromEnd: Int
    /// The length of the video in bytes, 1…`offsetFromEnd`.
    public var byteCount: Int
    /// The moment of the video that the picture shows, in microseconds; nil when nobody said.
    public var presentationTimestamp: Int?

    public init(offsetFromEnd: Int, byteCount: Int, presentationTimestamp: Int? = nil) {
        self.offsetFromEnd = offsetFromEnd
        self.byteCount = byteCount
        self.presentationTimestamp = presentationTimestamp
    }

    /// Whether there is a video: an ISO media file begins with a box of type `ftyp`.
    func isPresent(in source: ImageSource) -> Bool {
        guard byteCount > 0, byteCount <= offsetFromEnd, offsetFromEnd < source.byteCount,
            let head = try? source.read(at: source.byteCount - offsetFromEnd, count: 8)
        else { return false }
        return ByteView(head).has("ftyp", at: 4)
    }
}
