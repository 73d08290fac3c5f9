/// One image file directory: tags and their values.
struct TIFFDirectory {
    /// The tags that are asked for here.
    enum Tag: UInt16 {
        case compression = 0x0103
        case make = 0x010F
        case orientation = 0x0112
        case subIFDs = 0x014A
        case thumbnailOffset = 0x0201
        case thumbnailLength = 0x0202
        case dngVersion = 0xC612
    }

    let structure: TIFFStructure
    let offset: Int
    let entryCount: Int

    /// Where the next directory starts; nil when this is the last one.
    var nextOffset: Int? {
        guard let next = structure.uint32(at: offset + 2 + entryCount * 12), next != 0 else { return nil }
        return Int(next)
    }

    func contains(_ tag: Tag) -> Bool { entry(tag) != nil }

    /// The first value of a tag of type SHORT or LONG.
    func integer(_ tag: Tag) -> Int? {
        guard let entry = entry(tag), let type = structure.uint16(at: entry + 2) else { return nil }
        switch type {
        case 3: return structure.uint16(at: entry + 8).map(Int.init)
        case 4: return structure.uint32(at: entry + 8).map(Int.init)
        default: return nil
        }
    }

    /// The text of a tag of type ASCII, without what follows its first NUL.
    func string(_ tag: Tag) -> String? {
        guard let entry = entry(tag), structure.uint16(at: entry + 2) == 2,
            let length = structure.uint32(at: entry + 4), length > 0, length <= 1024
        else { return nil }
        let start = length <= 4 ? entry + 8 : structure.uint32(at: entry + 8).map(Int.init)
        guard let start, let text = structure.bytes.slice(at: start, length: Int(length)) else { return nil }
        return String(decoding: text.bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The offset of the tag's twelve bytes.
    private func entry(_ tag: Tag) -> Int? {
        (0..<entryCount).lazy.map { offset + 2 + $0 * 12 }
            .first { structure.uint16(at: $0) == tag.rawValue }
    }
}
