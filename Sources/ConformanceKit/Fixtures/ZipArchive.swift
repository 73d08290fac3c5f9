internal import PhotoModel

/// A ZIP archive that the kit writes (PKWARE APPNOTE 6.3.10, 4.3 and 4.4), with what readers of archives meet: additional
/// fields of other lengths in both headers, comments, and members that are no files.
struct ZipArchive {
    private(set) var members: [Member] = []

    /// A file in an archive, or what looks like one.
    struct Member {
        let name: BytePath
        var bytes: [UInt8]
        var isDeflated = false
        /// As if it had a password, or were compressed in a way that no one knows here; its bytes are as they are.
        var isLocked = false
        var hasUnknownMethod = false
        /// As programs write it that do not know its size before: the local header has zeros, and sizes and sum follow behind.
        var isStreamed = false
        /// A fifth of it, as it is stored, is missing.
        var isCut = false
        /// When it was modified, as MS-DOS counts: without a time zone, in steps of two seconds.
        var date = ZipArchive.spring
    }

    /// A date, and the second since 1970 that it is in UTC.
    struct Date {
        /// As archives have it.
        let day: Int
        let time: Int
        let second: Int
    }

    /// 2021-03-14 15:09:26 and 2021-07-01 08:30:00.
    static let spring = Date(day: 41 << 9 | 3 << 5 | 14, time: 15 << 11 | 9 << 5 | 13, second: 1_615_734_566)
    static let summer = Date(day: 41 << 9 | 7 << 5 | 1, time: 8 << 11 | 30 << 5, second: 1_625_128_200)

    /// With the signature of an end in it, which is none.
    private static let comment = "written by the kit: PK\u{5}\u{6} is how archives end"
    /// How far from the end of the file its end record begins.
    static let endSize = 22 + comment.utf8.count

    mutating func add(_ member: Member) { members.append(member) }

    /// The file.
    func encoded() -> [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        for (index, member) in members.enumerated() {
            let start = bytes.count
            let stored = member.isDeflated ? Self.deflated(member.bytes) : member.bytes
            let data = member.isCut ? stored.dropLast(stored.count / 5) : stored[...]
            let method = member.hasUnknownMethod ? 97 : member.isDeflated ? 8 : 0
            let flags = (member.isLocked ? 1 : 0) | (member.isStreamed ? 8 : 0)
            let kind = Self.numbers([
                (20, 2), (flags, 2), (method, 2), (member.date.time, 2), (member.date.day, 2),
            ])
            let sizes = Self.numbers([
                (Int(CRC32.checksum(of: member.bytes)), 4), (data.count, 4), (member.bytes.count, 4),
            ])
            let nameSize = Self.numbers([(member.name.bytes.count, 2)])
            let facts = kind + sizes + nameSize
            let localFacts = kind + (member.isStreamed ? [UInt8](repeating: 0, count: 12) : sizes) + nameSize
            // A field that no one knows, of a length of its own.
            let field = Self.numbers([(0x6B70, 2), (index % 5, 2)]) + [UInt8](repeating: 0x50, count: index % 5)
            bytes += Array("PK\u{3}\u{4}".utf8) + localFacts
            bytes += Self.numbers([(field.count, 2)]) + member.name.bytes + field
            bytes += data
            // Its signature may be there or not (4.3.9.3).
            if member.isStreamed { bytes += (index % 2 == 0 ? Array("PK\u{7}\u{8}".utf8) : []) + sizes }
            let comment = Array("kit".utf8.prefix(index % 4))
            let extra: [UInt8] = index % 2 == 0 ? [] : field
            directory += Array("PK\u{1}\u{2}".utf8) + Self.numbers([(20, 2)]) + facts
            directory += Self.numbers([(extra.count, 2), (comment.count, 2), (0, 8), (start, 4)])
            directory += member.name.bytes + extra + comment
        }
        let comment = Array(Self.comment.utf8)
        let end =
            Array("PK\u{5}\u{6}".utf8)
            + Self.numbers([
                (0, 4), (members.count, 2), (members.count, 2), (directory.count, 4), (bytes.count, 4),
                (comment.count, 2),
            ])
        return bytes + directory + end + comment
    }

    /// Numbers with the lowest byte first, each with its size.
    private static func numbers(_ values: [(value: Int, size: Int)]) -> [UInt8] {
        values.flatMap { number in (0..<number.size).map { UInt8(truncatingIfNeeded: number.value >> ($0 * 8)) } }
    }

    /// One block of deflate with the codes that are always the same (RFC 1951, 3.2.6), and nothing but single bytes.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var (result, held, count): ([UInt8], UInt64, UInt64) = ([], 0, 0)
        result.reserveCapacity(bytes.count * 9 / 8 + 16)
        func put(_ code: UInt64, _ length: UInt64) {
            held |= code << count
            count += length
            while count >= 8 {
                result.append(UInt8(truncatingIfNeeded: held))
                (held, count) = (held >> 8, count - 8)
            }
        }
        /// Codes are written from their highest bit on.
        func turned(_ code: Int, _ length: Int) -> UInt64 {
            (0..<length).reduce(0) { $0 << 1 | UInt64(code >> $1 & 1) }
        }
        let codes = (0..<256).map { byte -> (code: UInt64, length: UInt64) in
            byte < 144 ? (turned(0x30 + byte, 8), 8) : (turned(0x190 + byte - 144, 9), 9)
        }
        // The last block, of the kind 1.
        put(0b011, 3)
        for byte in bytes { put(codes[Int(byte)].code, codes[Int(byte)].length) }
        // The end of the block, and the rest of its last byte.
        put(0, 7)
        put(0, 7)
        return result
    }
}
