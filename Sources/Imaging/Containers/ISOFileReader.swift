/// Reads the boxes of an ISO base media file, but only their headers.
struct ISOFileReader {
    struct Box: Hashable {
        let type: String
        /// The range of the bytes after the header; if the box extends beyond the end of its container, the part that
        /// exists.
        let content: Range<Int>
        /// Whether the box is complete.
        let isComplete: Bool
    }

    /// The most boxes on one level. Photos and videos have a handful.
    private static let boxLimit = 1024
    /// The most boxes with identifiers on one level that are compared with a wanted one.
    private static let identifierLimit = 64

    private var window: SourceWindow

    init(_ window: SourceWindow) { self.window = window }

    var byteCount: Int { window.source.byteCount }

    /// The box whose header is at `offset`.
    ///
    /// - Parameter end: the end of the box's container.
    /// - Throws: `corrupt` if there is no valid header; `io`.
    mutating func box(at offset: Int, end: Int) throws(ImagingError) -> Box {
        let header = try ISOBoxHeader(try window.view(at: offset, count: ISOBoxHeader.maximumByteCount))
        let length = header.length ?? end - offset
        let isComplete = length <= end - offset
        let start = min(end, offset + header.byteCount)
        return Box(type: header.type, content: start..<(isComplete ? offset + length : end), isComplete: isComplete)
    }

    /// The first box of a type in a part of the file; nil if there is none, or there is damage before it.
    mutating func first(_ type: String, in part: Range<Int>) -> Box? {
        var offset = part.lowerBound
        for _ in 0..<Self.boxLimit where offset < part.upperBound {
            guard let box = try? box(at: offset, end: part.upperBound), box.isComplete else { return nil }
            if box.type == type { return box }
            offset = box.content.upperBound
        }
        return nil
    }

    /// What follows an identifier in the first box of the type `uuid` that has it; nil if there is none, or there is damage
    /// before it.
    mutating func first(identifier: [UInt8], in part: Range<Int>) -> Range<Int>? {
        var rest = part
        for _ in 0..<Self.identifierLimit {
            guard let box = first("uuid", in: rest) else { return nil }
            let start = min(box.content.lowerBound + identifier.count, box.content.upperBound)
            let head = try? view(box.content.lowerBound..<start)
            if head?.starts(with: identifier) == true { return start..<box.content.upperBound }
            rest = box.content.upperBound..<rest.upperBound
        }
        return nil
    }

    /// The box at a path of nested boxes.
    mutating func first(path: String...) -> Box? {
        var found: Box?
        for type in path {
            guard let next = first(type, in: found?.content ?? 0..<byteCount) else { return nil }
            found = next
        }
        return found
    }

    /// The bytes of a part of the file; fewer if the file ends before.
    mutating func view(_ part: Range<Int>) throws(ImagingError) -> ByteView {
        try window.view(at: part.lowerBound, count: part.count)
    }
}
