/// The short video after a still image in the same file.
public struct MotionPhoto: Hashable, Sendable {
    /// The distance from the start of the video to the end of the file, in bytes; at least 1.
    public var offsetFromEnd: Int
    /// The length of the video in bytes, 1…`offsetFromEnd`.
    public var byteCount: Int
    /// The moment of the video that the image shows, in microseconds; nil if it is not known.
    public var presentationTimestamp: Int?

    public init(offsetFromEnd: Int, byteCount: Int, presentationTimestamp: Int? = nil) {
        self.offsetFromEnd = offsetFromEnd
        self.byteCount = byteCount
        self.presentationTimestamp = presentationTimestamp
    }

    /// The video in a part of a file; nil if that part is not inside the file.
    init?(_ part: Range<Int>, in source: ImageSource) {
        guard part.lowerBound > 0, part.upperBound <= source.byteCount, !part.isEmpty else { return nil }
        self.init(offsetFromEnd: source.byteCount - part.lowerBound, byteCount: part.count)
    }

    /// The video in the box `mpvd` of an ISO base media file; nil if there is no such box, or no video in it.
    init?(boxOf source: ImageSource) {
        guard let window = try? SourceWindow(source) else { return nil }
        var reader = ISOFileReader(window)
        guard let box = reader.first(path: "mpvd") else { return nil }
        self.init(box.content, in: source)
        guard isPresent(in: source) else { return nil }
    }

    /// The range of the video in a file of `fileBytes` bytes; nil if it does not fit, because the file is another one than was
    /// read.
    public func range(inFileOf fileBytes: Int) -> Range<Int>? {
        guard byteCount > 0, byteCount <= offsetFromEnd, offsetFromEnd < fileBytes else { return nil }
        let start = fileBytes - offsetFromEnd
        return start..<start + byteCount
    }

    /// Whether the file really contains a video there: an ISO media file begins with a box `ftyp` that has room for a brand.
    func isPresent(in source: ImageSource) -> Bool {
        guard let range = range(inFileOf: source.byteCount),
            let head = try? source.read(at: range.lowerBound, count: min(8, range.count)),
            let header = try? ISOBoxHeader(ByteView(head)), let length = header.length
        else { return false }
        return header.type == "ftyp" && length >= 16 && length <= range.count
    }
}
