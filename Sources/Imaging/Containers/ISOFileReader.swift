/// Walks over the boxes of an ISO base media file, reading their headers only.
struct ISOFileReader {
    struct Box: Hashable {
        let type: String
        /// The bytes after the header; those that are there of a box that reaches beyond the end of what it is in.
        let content: Range<Int>
        /// Whether all of it is there.
        let isComplete: Bool
    }

    /// Files have a handful at each level; what has more is no photo and no video of a phone.
    private static let boxLimit = 1024

    private var window: SourceWindow

    init(_ window: SourceWindow) { self.window = window }

    var byteCount: Int { window.source.byteCount }

    /// The box whose header is at `offset`.
    ///
    /// - Parameter end: of what the box is in.
    /// - Throws: `corrupt` when there is no header, or an invalid one; `io`.
    mutating func box(at offset: Int, end: Int) throws(ImagingError) -> Box {
        let header = try ISOBoxHeader(try window.view(at: offset, count: ISOBoxHeader.maximumByteCount))
        let length = header.length ?? end - offset
        let isComplete = length <= end - offset
        let start = min(end, offset + header.byteCount)
        return Box(type: header.type, content: start..<(isComplete ? offset + length : end), isComplete: isComplete)
    }

    /// The first box of a type in a part of the file; nil where it has none, or there is damage before it.
    mutating func first(_ type: String, in part: Range<Int>) -> Box? {
        var offset = part.lowerBound
        for _ in 0..<Self.boxLimit where offset < part.upperBound {
            guard let box = try? box(at: offset, end: part.upperBound), box.isComplete else { return nil }
            if box.type == type { return box }
            offset = box.content.upperBound
        }
        return nil
    }

    /// The box inside of boxes inside of the file.
    mutating func first(path: String...) -> Box? {
        var found: Box?
        for type in path {
            guard let next = first(type, in: found?.content ?? 0..<byteCount) else { return nil }
            found = next
        }
        return found
    }

    /// The bytes of a part of the file; fewer where it ends before.
    mutating func view(_ part: Range<Int>) throws(ImagingError) -> ByteView {
        try window.view(at: part.lowerBound, count: part.count)
    }
}
