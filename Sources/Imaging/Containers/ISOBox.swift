/// A box of an ISO base media file (ISO/IEC 14496-12, section 4.2) that is completely in memory.
struct ISOBox {
    let header: ISOBoxHeader
    /// What follows the header.
    let content: ByteView

    var type: String { header.type }

    /// The most boxes inside of another. HEIF files have one for each item, of which they have 65,536 at most.
    private static let countLimit = 1 << 17

    /// The boxes that fill `bytes`.
    ///
    /// - Throws: `corrupt` for a box that reaches beyond the end; `tooLarge` for very many, which take ten times their bytes.
    static func all(in bytes: ByteView) throws(ImagingError) -> [ISOBox] {
        var boxes: [ISOBox] = []
        var offset = 0
        while offset < bytes.count {
            guard boxes.count < countLimit else { throw .tooLarge("more than \(countLimit) boxes in one") }
            let box = try next(in: bytes, at: offset)
            boxes.append(box)
            offset += box.header.byteCount + box.content.count
        }
        return boxes
    }

    /// The first box for which `isWanted` is true; nil if there is none, or there is damage before it.
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
    /// The four bytes of the type as a number, which some lists use as a key.
    let typeNumber: Int
    /// The number of bytes of size and type.
    let byteCount: Int
    /// The number of bytes of the whole box; nil if it extends to the end of its container.
    let length: Int?

    /// - Throws: `corrupt` if there are too few bytes, or the box is shorter than its header.
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
    /// Four characters from a file in a form that is safe in a message of one line.
    var shown: String {
        String(String.UnicodeScalarView(unicodeScalars.map { (" "..."~").contains($0) ? $0 : "?" }))
    }
}
