/// Builds files of TIFF directories, little-endian, from their end to their beginning: what a tag points at is written
/// before its directory.
struct TIFFWriter {
    enum Value {
        case short(UInt16)
        case long(UInt32)
        case text(String)
        case bytes([UInt8])
        case opaque([UInt8])
        /// Bytes that lie in the file already.
        case placed(offset: Int, count: Int)
    }

    private(set) var bytes: [UInt8]

    /// - Parameter magic: the four bytes in front of the offset of the first directory.
    init(magic: [UInt8] = Array("II".utf8) + [42, 0], padding: [UInt8] = []) {
        bytes = magic + [0, 0, 0, 0] + padding
    }

    /// - Returns: where the bytes lie now.
    mutating func append(_ content: [UInt8]) -> Int {
        if bytes.count % 2 == 1 { bytes.append(0) }
        defer { bytes += content }
        return bytes.count
    }

    /// - Returns: where the directory lies now.
    mutating func directory(_ tags: [UInt16: Value], next: Int = 0) -> Int {
        let entries = tags.sorted { $0.key < $1.key }.map { entry($0.key, $0.value) }
        let count = UInt16(entries.count)
        return append(Self.little(count) + entries.joined() + Self.little(UInt32(next)))
    }

    /// The file, whose first directory is that at `offset`.
    func finished(_ offset: Int) -> [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(4..<8, with: Self.little(UInt32(offset)))
        return bytes
    }

    private mutating func entry(_ tag: UInt16, _ value: Value) -> [UInt8] {
        switch value {
        case .short(let number): return head(tag, 3, 1) + Self.little(number) + [0, 0]
        case .long(let number): return head(tag, 4, 1) + Self.little(number)
        case .text(let text): return head(tag, 2, text.utf8.count + 1) + content(Array(text.utf8) + [0])
        case .bytes(let bytes): return head(tag, 1, bytes.count) + content(bytes)
        case .opaque(let bytes): return head(tag, 7, bytes.count) + content(bytes)
        case .placed(let offset, let count): return head(tag, 7, count) + Self.little(UInt32(offset))
        }
    }

    private func head(_ tag: UInt16, _ type: UInt16, _ count: Int) -> [UInt8] {
        Self.little(tag) + Self.little(type) + Self.little(UInt32(count))
    }

    private mutating func content(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count <= 4 { return bytes + [UInt8](repeating: 0, count: 4 - bytes.count) }
        return Self.little(UInt32(append(bytes)))
    }

    static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
