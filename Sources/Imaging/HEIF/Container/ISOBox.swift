/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2).
struct ISOBox {
    let type: String
    /// What stands behind size and type.
    let content: ByteView

    /// The boxes that fill `bytes`.
    ///
    /// - Throws: `corrupt` for a box that reaches behind the end.
    static func all(in bytes: ByteView) throws(ImagingError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var offset = 0
        while offset < bytes.count {
            let head = try ISOBoxHead(bytes.slice(upTo: ISOBoxHead.maximumLength, at: offset) ?? ByteView([]))
            let length = head.length ?? bytes.count - offset
            guard let content = bytes.slice(at: offset + head.headLength, length: length - head.headLength) else {
                throw .corrupt("a box “\(head.type.shown)” reaches behind the end of what it is in")
            }
            boxes.append(ISOBox(type: head.type, content: content))
            offset += length
        }
        return boxes
    }
}

/// Size and type at a box's beginning.
struct ISOBoxHead {
    static let maximumLength = 16

    let type: String
    /// Bytes of size and type.
    let headLength: Int
    /// Bytes of the whole box; nil when it reaches to the end of the file.
    let length: Int?

    init(_ bytes: ByteView) throws(ImagingError) {
        var cursor = ByteCursor(bytes)
        let short = try cursor.integer(4)
        type = try cursor.fourCharacters()
        switch short {
        case 0: length = nil
        case 1: length = try cursor.integer(8)
        default: length = short
        }
        headLength = cursor.offset
        guard length.map({ $0 >= headLength }) ?? true else { throw .corrupt("a box “\(type.shown)” of no size") }
    }
}

extension String {
    /// Four characters out of a file as a message may have them: on one line.
    var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
