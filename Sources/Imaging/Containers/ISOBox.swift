/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) whose bytes are all at hand.
struct ISOBox {
    let header: ISOBoxHeader
    /// What follows the header.
    let content: ByteView

    var type: String { header.type }

    /// The boxes that fill `bytes`.
    ///
    /// - Throws: `corrupt` for a box that reaches beyond the end.
    static func all(in bytes: ByteView) throws(ImagingError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var offset = 0
        while offset < bytes.count {
            let box = try next(in: bytes, at: offset)
            boxes.append(box)
            offset += box.header.byteCount + box.content.count
        }
        return boxes
    }

    /// The first box that is wanted; nil where there is none, or there is damage before it.
    static func first(in bytes: ByteView, where isWanted: (ISOBox) -> Bool) -> ISOBox? {
        var offset = 0
        while offset < bytes.count, let box = try? next(in: bytes, at: offset) {
            if isWanted(box) { return box }
            offset += box.header.byteCount + box.content.count
        }
        return nil
    }

    private static func next(in bytes: ByteView, at offset: Int) throws(ImagingError) -> ISOBox {
        let header = try ISOBoxHeader(bytes.slice(upTo: ISOBoxHeader.maximumByteCount, at: offset) ?? ByteView([]))
        let length = header.length ?? bytes.count - offset
        guard let content = bytes.slice(at: offset + header.byteCount, length: length - header.byteCount) else {
            throw .corrupt("a box “\(header.type.shown)” reaches beyond the end of what it is in")
        }
        return ISOBox(header: header, content: content)
    }
}

/// Size and type at the beginning of a box.
struct ISOBoxHeader {
    static let maximumByteCount = 16

    let type: String
    /// The same four bytes as a number, which is what they are in some lists.
    let typeNumber: Int
    /// Bytes of size and type.
    let byteCount: Int
    /// Bytes of the whole box; nil when it reaches to the end of what it is in.
    let length: Int?

    /// - Throws: `corrupt` when there are too few bytes, or the box is shorter than its header.
    init(_ bytes: ByteView) throws(ImagingError) {
        var cursor = ByteCursor(bytes)
        let short = try cursor.integer(4)
        type = try cursor.fourCharacters()
        typeNumber = Int(bytes.bigUInt32(at: 4) ?? 0)
        switch short {
        case 0: length = nil
        case 1: length = try cursor.integer(8)
        default: length = short
        }
        byteCount = cursor.offset
        guard length.map({ $0 >= byteCount }) ?? true else { throw .corrupt("a box “\(type.shown)” of no size") }
    }
}

extension String {
    /// Four characters out of a file as a message may have them: on one line.
    var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
