/// The byte order and the directories of a TIFF file or an EXIF block (TIFF revision 6.0, section 2).
///
/// Reads only the bytes in memory; what points outside them counts as absent.
struct TIFFStructure {
    let bytes: ByteView
    let isLittleEndian: Bool
    let firstDirectoryOffset: Int
    /// How many bytes before the bytes in memory the origin is from which offsets count.
    let origin: Int
    /// The number of bytes before all directories.
    private let headerLength: Int

    /// Nil if the bytes do not begin with a TIFF header.
    init?(_ bytes: ByteView) {
        guard bytes.has("II", at: 0) || bytes.has("MM", at: 0) else { return nil }
        let isLittleEndian = bytes.has("II", at: 0)
        let magic = bytes.bigUInt16(at: 2)
        guard (isLittleEndian ? magic?.byteSwapped : magic) == 42,
            let first = isLittleEndian ? bytes.littleUInt32(at: 4) : bytes.bigUInt32(at: 4)
        else { return nil }
        self.bytes = bytes
        self.isLittleEndian = isLittleEndian
        firstDirectoryOffset = Int(first)
        (origin, headerLength) = (0, 8)
    }

    /// A structure without such a header, as maker notes have.
    ///
    /// - Parameter order: where the two letters of the byte order are.
    init?(_ bytes: ByteView, byteOrderAt order: Int, directoryAt directory: Int) {
        guard bytes.has("II", at: order) || bytes.has("MM", at: order) else { return nil }
        self.bytes = bytes
        isLittleEndian = bytes.has("II", at: order)
        firstDirectoryOffset = directory
        (origin, headerLength) = (0, 8)
    }

    /// A maker note whose byte order is known.
    init(noteBytes bytes: ByteView, isLittleEndian: Bool, directoryAt directory: Int, origin: Int) {
        (self.bytes, self.isLittleEndian, self.origin) = (bytes, isLittleEndian, origin)
        (firstDirectoryOffset, headerLength) = (directory, 0)
    }

    /// The number of bytes of one value of a type; nil if there is no such type.
    static func size(ofType type: Int) -> Int? {
        let sizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
        if type == 129 { return 1 }  // UTF-8, which is new in EXIF 3.0.
        return sizes.indices.contains(type - 1) ? sizes[type - 1] : nil
    }

    func uint16(at offset: Int) -> UInt16? {
        let value = bytes.bigUInt16(at: offset)
        return isLittleEndian ? value?.byteSwapped : value
    }

    func uint32(at offset: Int) -> UInt32? {
        let value = bytes.bigUInt32(at: offset)
        return isLittleEndian ? value?.byteSwapped : value
    }

    /// The directory at `offset`; nil if not all of its entries are in memory.
    func directory(at offset: Int) -> TIFFDirectory? {
        guard offset >= headerLength, let count = uint16(at: offset), count > 0,
            bytes.slice(at: offset + 2, length: Int(count) * 12) != nil
        else { return nil }
        return TIFFDirectory(structure: self, offset: offset, entryCount: Int(count))
    }
}
