/// One image file directory: tags and their values.
struct TIFFDirectory {
    /// The tags that are read in this module.
    enum Tag: UInt16 {
        /// A tag of maker notes.
        case canonSettings = 0x0001
        /// A tag of the interoperability directory.
        static let interoperabilityIndex = canonSettings
        case appleBurst = 0x000B
        case contentIdentifier = 0x0011
        case appleHeadroom = 0x0021
        case panasonicLens = 0x0051
        case nikonLens = 0x0084
        case canonLens = 0x0095
        case newSubfileType = 0x00FE
        case imageWidth = 0x0100
        case imageLength = 0x0101
        case compression = 0x0103
        case photometric = 0x0106
        case imageDescription = 0x010E
        case make = 0x010F
        case model = 0x0110
        case orientation = 0x0112
        case subIFDs = 0x014A
        case stripOffsets = 0x0111
        case stripByteCounts = 0x0117
        case software = 0x0131
        case xmp = 0x02BC
        case rating = 0x4746
        case iptc = 0x83BB
        case photoshop = 0x8649
        case exifDirectory = 0x8769
        case gpsDirectory = 0x8825
        case makerNote = 0x927C
        case userComment = 0x9286
        case title = 0x9C9B
        case comment = 0x9C9C
        case keywords = 0x9C9E
        case colorSpace = 0xA001
        case pixelXDimension = 0xA002
        case pixelYDimension = 0xA003
        case interoperability = 0xA005
        case thumbnailOffset = 0x0201
        case thumbnailLength = 0x0202
        case olympusLens = 0x0203
        case fujifilmShortest = 0x1404
        case fujifilmLongest = 0x1405
        case fujifilmWidestAtShortest = 0x1406
        case fujifilmWidestAtLongest = 0x1407
        case olympusEquipment = 0x2010
        case lensSpecification = 0xA432
        case lensModel = 0xA434
        case sonyLens = 0xB02A
        case multiPictureEntries = 0xB002
        case dngVersion = 0xC612
        case dngLens = 0xC630
    }

    let structure: TIFFStructure
    let offset: Int
    let entryCount: Int

    /// The offset of the next directory; nil if this is the last one.
    var nextOffset: Int? {
        guard let next = structure.uint32(at: offset + 2 + entryCount * 12), next != 0 else { return nil }
        return Int(next)
    }

    /// The offsets of the entries, of twelve bytes each.
    var entries: some Collection<Int> { (0..<entryCount).lazy.map { offset + 2 + $0 * 12 } }

    func contains(_ tag: Tag) -> Bool { entry(tag) != nil }

    /// The first value of a tag of type BYTE, SHORT, LONG, SSHORT, SLONG or IFD.
    func integer(_ tag: Tag) -> Int? {
        guard let entry = entry(tag), let type = structure.uint16(at: entry + 2) else { return nil }
        switch type {
        case 1: return structure.bytes.byte(at: entry + 8).map(Int.init)
        case 3: return structure.uint16(at: entry + 8).map(Int.init)
        case 4, 13: return structure.uint32(at: entry + 8).map(Int.init)
        case 8: return structure.uint16(at: entry + 8).map { Int(Int16(bitPattern: $0)) }
        case 9: return structure.uint32(at: entry + 8).map { Int(Int32(bitPattern: $0)) }
        default: return nil
        }
    }

    /// The text of a tag of type ASCII or UTF-8, without what follows its first NUL.
    func string(_ tag: Tag) -> String? {
        // 129 is UTF-8, which is new in EXIF 3.0.
        guard let entry = entry(tag), let type = structure.uint16(at: entry + 2), [2, 129].contains(type),
            let length = structure.uint32(at: entry + 4), length > 0, length <= 1024
        else { return nil }
        let start = length <= 4 ? entry + 8 : structure.uint32(at: entry + 8).map { Int($0) - structure.origin }
        guard let start, let text = structure.bytes.slice(at: start, length: Int(length)) else { return nil }
        return String(decoding: text.bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The number of the type of a tag's values: 2 for ASCII.
    func type(_ tag: Tag) -> UInt16? { entry(tag).flatMap { structure.uint16(at: $0 + 2) } }

    /// Offset and length of a tag's values, from the start of the structure; they may be outside the bytes in memory.
    func valueRange(_ tag: Tag) -> (offset: Int, length: Int)? {
        entry(tag).flatMap(valueRange(ofEntryAt:))
    }

    /// Offset and length of an entry's values, which are in its last four bytes if they fit there.
    func valueRange(ofEntryAt entry: Int) -> (offset: Int, length: Int)? {
        guard let type = structure.uint16(at: entry + 2), let size = TIFFStructure.size(ofType: Int(type)),
            let count = structure.uint32(at: entry + 4)
        else { return nil }
        let length = Int(count) * size
        if length <= 4 { return (entry + 8, length) }
        return structure.uint32(at: entry + 8).map { (Int($0) - structure.origin, length) }
    }

    /// The bytes of a tag's values; nil if not all of them are in memory.
    func bytes(_ tag: Tag) -> ByteView? {
        valueRange(tag).flatMap { structure.bytes.slice(at: $0.offset, length: $0.length) }
    }

    /// The values of a tag of type RATIONAL, at most eight; infinity or NaN for a division by 0.
    func rationals(_ tag: Tag) -> [Double] {
        guard let entry = entry(tag), structure.uint16(at: entry + 2) == 5, let place = valueRange(ofEntryAt: entry)
        else {
            return []
        }
        return stride(from: place.offset, to: place.offset + min(place.length, 64), by: 8).compactMap { offset in
            guard let numerator = structure.uint32(at: offset), let denominator = structure.uint32(at: offset + 4)
            else {
                return nil
            }
            return Double(numerator) / Double(denominator)
        }
    }

    /// The values of a tag of type SHORT, at most 256.
    func shorts(_ tag: Tag) -> [UInt16] {
        guard let entry = entry(tag), structure.uint16(at: entry + 2) == 3, let place = valueRange(ofEntryAt: entry)
        else {
            return []
        }
        return stride(from: place.offset, to: place.offset + min(place.length, 512), by: 2).compactMap {
            structure.uint16(at: $0)
        }
    }

    /// The directory that a tag points to, or contains.
    func inner(_ tag: Tag) -> TIFFDirectory? {
        guard let entry = entry(tag), let type = structure.uint16(at: entry + 2) else { return nil }
        let leads = [4, 13].contains(type)
        let start =
            leads
            ? structure.uint32(at: entry + 8).map { Int($0) - structure.origin }
            : valueRange(ofEntryAt: entry)?.offset
        return start.flatMap(structure.directory)
    }

    /// The offset of the tag's twelve bytes.
    private func entry(_ tag: Tag) -> Int? {
        entries.first { structure.uint16(at: $0) == tag.rawValue }
    }
}
