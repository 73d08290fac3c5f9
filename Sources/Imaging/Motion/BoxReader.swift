/// Walks over the boxes of an ISO base media file (ISO/IEC 14496-12, section 4.2) without reading what is inside.
struct BoxReader {
    struct Box: Hashable {
        let type: String
        /// Where its content lies; behind the header.
        let content: Range<Int>
    }

    /// Files have a handful at each level; what has more is no photo and no video of a phone.
    private static let boxLimit = 1024

    private var window: SourceWindow

    init(_ window: SourceWindow) { self.window = window }

    /// The first box of a type among those that lie in a part of the file; nil where it has none, or its boxes make no
    /// sense before it.
    mutating func first(_ type: String, in part: Range<Int>) -> Box? {
        var offset = part.lowerBound
        for _ in 0..<Self.boxLimit where offset < part.upperBound {
            guard let box = box(at: offset, end: part.upperBound) else { return nil }
            if box.type == type { return box }
            offset = box.content.upperBound
        }
        return nil
    }

    /// The box inside of boxes inside of the file.
    mutating func first(path: String...) -> Box? {
        var found: Box?
        for type in path {
            guard let next = first(type, in: found?.content ?? 0..<window.source.byteCount) else { return nil }
            found = next
        }
        return found
    }

    /// The bytes of a part, when there are at most `limit`.
    func bytes(_ part: Range<Int>, limit: Int) -> ByteView? {
        guard part.count <= limit, let bytes = try? window.source.read(at: part.lowerBound, count: part.count),
            bytes.count == part.count
        else { return nil }
        return ByteView(bytes)
    }

    /// Nil where a box does not fit.
    private mutating func box(at offset: Int, end: Int) -> Box? {
        guard let head = try? window.view(at: offset, count: 16), let size = head.bigUInt32(at: 0),
            let type = head.fourCharacters(at: 4)
        else { return nil }
        switch size {
        case 0: return Box(type: type, content: offset + 8..<end)
        case 1:
            guard let high = head.bigUInt32(at: 8), let low = head.bigUInt32(at: 12), high < 1 << 30 else { return nil }
            let length = Int(high) << 32 | Int(low)
            guard length >= 16, length <= end - offset else { return nil }
            return Box(type: type, content: offset + 16..<offset + length)
        default:
            guard size >= 8, Int(size) <= end - offset else { return nil }
            return Box(type: type, content: offset + 8..<offset + Int(size))
        }
    }
}
