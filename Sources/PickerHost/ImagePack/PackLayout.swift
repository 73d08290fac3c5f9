/// Where things are in a pack of images: a header, a table of where images are, and a ring of records that overwrites its oldest
/// ones. A pure value. Numbers are written with the lowest byte first.
///
/// | bytes of the header | what |
/// |---|---|
/// | 0–7 | `PICKPAK1` |
/// | 8–15 | bytes of the ring |
/// | 16–23 | buckets of the table |
/// | 24–31 | checksum of those |
/// | 32–39 | the position at which the next record begins |
///
/// A position counts the bytes that were ever added; what is there in the ring is its remainder.
struct PackLayout: Hashable, Sendable {
    /// Bytes of the header that are used.
    static let headerLength = 40
    /// Where the table begins.
    static let tableOffset: Int64 = 4096
    /// Records begin at multiples of this.
    static let alignment: Int64 = 8
    /// Less than most images take: the table has room for twice as many of this length.
    private static let usualRecordLength: Int64 = 2048

    private static let magic = Array("PICKPAK1".utf8)
    /// Where the next record can begin.
    private static let heads: Range<Int64> = 0..<(1 << 60)

    /// What a header may say of either: so small that their sum is a number.
    private static let sane: ClosedRange<Int64> = 1...(1 << 48)

    let ringLength: Int64
    let bucketCount: Int64

    /// - Parameter byteCount: of the whole file at most; nil is returned for less than 64 KiB.
    init?(byteCount: Int64) {
        guard byteCount >= 1 << 16 else { return nil }
        // More than any disk has; a header that said so would be taken for none.
        let byteCount = min(byteCount, Self.sane.upperBound)
        bucketCount = max(1, byteCount / Self.usualRecordLength * 2 / Int64(PackBucket.slotCount))
        ringLength =
            (byteCount - Self.tableOffset - bucketCount * Int64(PackBucket.length)) / Self.alignment * Self.alignment
    }

    /// - Returns: nil when this is no header of a pack.
    init?(header: [UInt8]) {
        guard header.count >= Self.headerLength, header.starts(with: Self.magic) else { return nil }
        ringLength = header.number(at: 8)
        bucketCount = header.number(at: 16)
        let sum: UInt64 = header.number(at: 24)
        // Room for a record is a part of the ring.
        guard sum == checksum(header[..<24]), Self.sane.contains(ringLength), Self.sane.contains(bucketCount),
            ringLength / 16 >= PackRecord.headerLength
        else { return nil }
    }

    /// The header of a pack without images.
    var header: [UInt8] {
        var bytes = Self.magic
        bytes.append(number: ringLength)
        bytes.append(number: bucketCount)
        bytes.append(number: checksum(bytes[...]))
        bytes.append(number: Int64(0))
        return bytes
    }

    /// Where the ring begins in the file.
    var ringOffset: Int64 { Self.tableOffset + bucketCount * Int64(PackBucket.length) }

    /// Bytes of the file at most.
    var byteCount: Int64 { ringOffset + ringLength }

    /// Bytes of a record at most: each takes a small part of the ring.
    var recordLimit: Int { Int(min(ringLength / 16, 1 << 20)) }

    /// Where the bucket of a key is in the file.
    func bucketOffset(_ key: PackKey) -> Int64 {
        Self.tableOffset + Int64(key.bucketHash % UInt64(bucketCount)) * Int64(PackBucket.length)
    }

    /// Where a position is in the file.
    func offset(_ position: Int64) -> Int64 { ringOffset + position % ringLength }

    /// Where a record goes: records are in one piece.
    ///
    /// - Parameter head: as the header has it; one that is invalid is taken as 0.
    func place(_ length: Int, head: Int64) -> Int64 {
        let head = Self.heads.contains(head) ? (head + Self.alignment - 1) / Self.alignment * Self.alignment : 0
        let rest = ringLength - head % ringLength
        return rest >= Int64(length) ? head : head + rest
    }

    /// Whether a record will be overwritten soon: where the header does not say, it is not known.
    func isOld(_ position: Int64, head: Int64) -> Bool {
        Self.heads.contains(head) && head - position > ringLength / 4 * 3
    }
}

/// Names an image in a pack: 32 bytes that look like random ones.
struct PackKey: Hashable, Sendable {
    static let length = 32

    let bytes: [UInt8]

    /// - Parameter bytes: a digest of 32 bytes.
    init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.length, "a key has 32 bytes")
        self.bytes = bytes
    }

    /// Tells keys in one bucket apart; never 0.
    var tag: UInt64 { max(1, bytes.number(at: 0)) }
    fileprivate var bucketHash: UInt64 { bytes.number(at: 8) }
}

/// Tells bytes that were written from those that were not, or not all; no protection from anyone who can write the file.
func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { bytes in
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            hash = (hash ^ word) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
            offset += 8
        }
        while offset < bytes.count {
            hash = (hash ^ UInt64(bytes[offset])) &* 0x100_0000_01b3
            offset += 1
        }
        return hash ^ (hash >> 32)
    }
}

extension [UInt8] {
    /// The number at an index, lowest byte first.
    func number<Number: FixedWidthInteger>(at index: Int) -> Number {
        precondition(index >= 0 && index + MemoryLayout<Number>.size <= count, "outside of the bytes")
        return withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: Number.self)) }
    }

    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
