/// Bytes of a file, with functions that never read outside them.
struct ByteView {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? bytes[bytes.startIndex + offset] : nil
    }

    func bigUInt16(at offset: Int) -> UInt16? {
        guard let high = byte(at: offset), let low = byte(at: offset + 1) else { return nil }
        return UInt16(high) << 8 | UInt16(low)
    }

    func bigUInt32(at offset: Int) -> UInt32? {
        guard let high = bigUInt16(at: offset), let low = bigUInt16(at: offset + 2) else { return nil }
        return UInt32(high) << 16 | UInt32(low)
    }

    func littleUInt32(at offset: Int) -> UInt32? {
        bigUInt32(at: offset)?.byteSwapped
    }

    /// The view of `length` bytes from `offset`; nil if not all of them are there.
    func slice(at offset: Int, length: Int) -> ByteView? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        let start = bytes.startIndex + offset
        return ByteView(bytes[start..<start + length])
    }

    /// The view of at most `length` bytes from `offset`; nil if there are none.
    func slice(upTo length: Int, at offset: Int) -> ByteView? {
        guard offset >= 0, offset < count else { return nil }
        return slice(at: offset, length: min(length, count - offset))
    }

    func starts(with signature: [UInt8], at offset: Int = 0) -> Bool {
        slice(at: offset, length: signature.count)?.bytes.elementsEqual(signature) ?? false
    }

    /// Whether the ASCII `text` is at `offset`.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let slice = slice(at: offset, length: text.utf8CodeUnitCount) else { return false }
        return text.withUTF8Buffer { slice.bytes.elementsEqual($0) }
    }

    /// The offset of the first occurrence of the ASCII `text` that begins at or after `start` and before `limit`; nil if there
    /// is none.
    func firstIndex(of text: StaticString, from start: Int = 0, before limit: Int = .max) -> Int? {
        let first = text.withUTF8Buffer { $0[0] }
        var offset = start
        while offset < min(limit, count) {
            guard let found = bytes[(bytes.startIndex + offset)...].firstIndex(of: first) else { return nil }
            offset = found - bytes.startIndex
            if offset < limit, has(text, at: offset) { return offset }
            offset += 1
        }
        return nil
    }

    func fourCharacters(at offset: Int) -> String? {
        slice(at: offset, length: 4).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
