/// The short video after a still image in the same file.
public struct MotionPhoto: Hashable, Sendable {
    /// Where the video starts, in bytes before the end of the file; at least 1.
    public var offsetFromEnd: Int
    /// The length of the video in bytes, 1…`offsetFromEnd`.
    public var byteCount: Int
    /// The moment of the video that the image shows, in microseconds; nil when it is not known.
    public var presentationTimestamp: Int?

    public init(offsetFromEnd: Int, byteCount: Int, presentationTimestamp: Int? = nil) {
        self.offsetFromEnd = offsetFromEnd
        self.byteCount = byteCount
        self.presentationTimestamp = presentationTimestamp
    }

    /// A part of a file; nil where that is not inside.
    init?(_ part: Range<Int>, in source: ImageSource) {
        guard part.lowerBound > 0, part.upperBound <= source.byteCount, !part.isEmpty else { return nil }
        self.init(offsetFromEnd: source.byteCount - part.lowerBound, byteCount: part.count)
    }

    /// The content of the box `mpvd` of an ISO base media file; nil where there is none, or no video in it.
    init?(boxOf source: ImageSource) {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = ISOFileReader(window)
        guard let box = reader.first(path: "mpvd") else { return nil }
        self.init(box.content, in: source)
        guard isPresent(in: source) else { return nil }
    }

    /// Where the video is in a file of so many bytes; nil when it is not the file that was read.
    public func range(inFileOf fileBytes: Int) -> Range<Int>? {
        guard byteCount > 0, byteCount <= offsetFromEnd, offsetFromEnd < fileBytes else { return nil }
        let start = fileBytes - offsetFromEnd
        return start..<start + byteCount
    }

    /// Whether there is a video: an ISO media file begins with a box of type `ftyp`, which has room for a brand.
    func isPresent(in source: ImageSource) -> Bool {
        guard let range = range(inFileOf: source.byteCount),
            let head = try? source.read(at: range.lowerBound, count: min(8, range.count)),
            let header = try? ISOBoxHeader(ByteView(head)), let length = header.length
        else { return false }
        return header.type == "ftyp" && length >= 16 && length <= range.count
    }
}
