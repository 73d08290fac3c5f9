/// The index of a multi-picture file (CIPA DC-007, section 5.2.3): what the images after the first one are, and where
/// they are.
///
/// The segment limits what malicious indexes can do: only entries within its 64 KiB are read.
struct MultiPictureIndex {
    struct Entry: Hashable {
        let kind: Kind
        /// Counted from the header of the index, where its byte order is.
        let offset: Int
        let length: Int
    }

    /// The kinds that are small enough to replace the first image; the standard also has larger ones.
    enum Kind: UInt32 {
        /// A large thumbnail of the VGA class.
        case vga = 0x01_0001
        /// A large thumbnail of the full HD class.
        case fullHD = 0x01_0002
    }

    private static let entryLength = 16

    private let structure: TIFFStructure
    /// Where the entries begin, and how many bytes they take; all of them are there.
    private let list: Range<Int>

    /// - Parameter view: from the byte order on.
    init?(_ view: ByteView) {
        guard let structure = TIFFStructure(view),
            let directory = structure.directory(at: structure.firstDirectoryOffset),
            let list = directory.valueRange(.multiPictureEntries),
            view.slice(at: list.offset, length: list.length) != nil
        else { return nil }
        self.structure = structure
        self.list = list.offset..<list.offset + list.length
    }

    /// The thumbnails that are JPEG and at most `limit` bytes long, the smaller kind first, because it is decoded
    /// sooner.
    func thumbnails(upTo limit: Int) -> [Entry] {
        let found = (0..<list.count / Self.entryLength).compactMap {
            entry(at: list.lowerBound + $0 * Self.entryLength)
        }
        return found.filter { $0.length <= limit }.sorted { $0.kind.rawValue < $1.kind.rawValue }
    }

    /// Attributes, length and offset; two numbers of dependent images follow. The attributes' low three bytes are the
    /// kind, and the bits 24…26 the format, of which 0 is JPEG.
    private func entry(at position: Int) -> Entry? {
        guard let attributes = structure.uint32(at: position), attributes >> 24 & 7 == 0,
            let kind = Kind(rawValue: attributes & 0xFF_FFFF),
            let length = structure.uint32(at: position + 4), length > 4,
            let offset = structure.uint32(at: position + 8), offset > 0
        else { return nil }
        return Entry(kind: kind, offset: Int(offset), length: Int(length))
    }
}
