/// The tags of one TIFF directory, little-endian.
struct TIFFTags: ExpressibleByDictionaryLiteral {
    enum Value {
        case short(Int)
        case long(Int)
        case text(String)
        case bytes([UInt8])
        /// Numerators and denominators.
        case rationals([(Int, Int)])
        /// Bytes that are somewhere in the file.
        case placed(offset: Int, count: Int)
    }

    var tags: [UInt16: Value]

    init(dictionaryLiteral elements: (UInt16, Value)...) {
        tags = Dictionary(elements) { first, _ in first }
    }

    /// The directory and what its tags point at.
    ///
    /// - Parameters:
    ///   - start: where it will be.
    ///   - next: where the next directory is; 0 for none.
    func directory(at start: Int, next: Int = 0) -> [UInt8] {
        var content: [UInt8] = []
        let contentStart = start + 2 + 12 * tags.count + 4
        let entries = tags.sorted { $0.key < $1.key }.flatMap { tag, value in
            Self.little(tag) + entry(value, &content, contentStart)
        }
        return Self.little(UInt16(tags.count)) + entries + Self.little(UInt32(next)) + content
    }

    /// A whole file of one directory.
    var file: [UInt8] { Array("II".utf8) + [42, 0, 8, 0, 0, 0] + directory(at: 8) }

    private func entry(_ value: Value, _ content: inout [UInt8], _ start: Int) -> [UInt8] {
        switch value {
        case .short(let number): return head(3, 1) + Self.little(UInt16(number)) + [0, 0]
        case .long(let number): return head(4, 1) + Self.little(UInt32(number))
        case .text(let text): return entry(2, Array(text.utf8) + [0], &content, start)
        case .bytes(let bytes): return entry(1, bytes, &content, start)
        case .rationals(let numbers):
            defer { for (over, under) in numbers { content += Self.little(UInt32(over)) + Self.little(UInt32(under)) } }
            return head(5, numbers.count) + Self.little(UInt32(start + content.count))
        case .placed(let offset, let count): return head(7, count) + Self.little(UInt32(offset))
        }
    }

    private func entry(_ type: UInt16, _ bytes: [UInt8], _ content: inout [UInt8], _ start: Int) -> [UInt8] {
        if bytes.count <= 4 { return head(type, bytes.count) + bytes + [UInt8](repeating: 0, count: 4 - bytes.count) }
        defer { content += bytes.count % 2 == 0 ? bytes : bytes + [0] }
        return head(type, bytes.count) + Self.little(UInt32(start + content.count))
    }

    private func head(_ type: UInt16, _ count: Int) -> [UInt8] { Self.little(type) + Self.little(UInt32(count)) }

    static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
