public import BackendAPI

/// Memory for the strings of one record or request. It is reused for the next one, since records are valid only during
/// `emit` (R9).
public final class RecordArena {
    private var chunk: UnsafeMutableRawBufferPointer
    private var used = 0
    private var outgrown: [UnsafeMutableRawBufferPointer] = []

    public init(capacity: Int = 4096) {
        chunk = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit {
        outgrown.forEach { $0.deallocate() }
        chunk.deallocate()
    }

    /// Discards everything that was added.
    public func reset() {
        used = 0
        guard !outgrown.isEmpty else { return }
        outgrown.forEach { $0.deallocate() }
        outgrown.removeAll(keepingCapacity: true)
    }

    public func string(_ text: String) -> picker_string {
        var text = text
        return text.withUTF8 { utf8 in
            let copy = self.copy(UnsafeRawBufferPointer(utf8), alignment: 1)
            return picker_string(data: copy.assumingMemoryBound(to: CChar.self), length: UInt64(utf8.count))
        }
    }

    /// A copy of a text; absent if it is nil.
    public func string(_ text: String?) -> picker_string {
        guard let text else { return picker_string(data: nil, length: 0) }
        return string(text)
    }

    /// A copy of a text that no string was made of.
    ///
    /// - Parameter utf8: its bytes, which must be UTF-8.
    public func text(_ utf8: [UInt8]) -> picker_string {
        let copy = utf8.withUnsafeBytes { self.copy($0, alignment: 1) }
        return picker_string(data: copy.assumingMemoryBound(to: CChar.self), length: UInt64(utf8.count))
    }

    public func bytes(_ bytes: [UInt8]?) -> picker_bytes {
        guard let bytes else { return picker_bytes(data: nil, length: 0) }
        let copy = bytes.withUnsafeBytes { self.copy($0, alignment: 1) }
        return picker_bytes(data: copy.assumingMemoryBound(to: UInt8.self), length: UInt64(bytes.count))
    }

    /// A copy of `values` for C; nil if there are none.
    public func array<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element>? {
        guard !values.isEmpty else { return nil }
        let copy = values.withUnsafeBytes { self.copy($0, alignment: MemoryLayout<Element>.alignment) }
        return UnsafePointer(copy.bindMemory(to: Element.self, capacity: values.count))
    }

    /// The result is not NULL even for no bytes, because empty is not absent (R8).
    private func copy(_ source: UnsafeRawBufferPointer, alignment: Int) -> UnsafeMutableRawPointer {
        let start = (used + alignment - 1) / alignment * alignment
        if start + source.count > chunk.count { return copyIntoNewChunk(source) }
        used = start + source.count
        let destination = chunk.baseAddress! + start  // Chunks are never empty.
        if let base = source.baseAddress { destination.copyMemory(from: base, byteCount: source.count) }
        return destination
    }

    private func copyIntoNewChunk(_ source: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
        outgrown.append(chunk)  // Earlier strings of this record still point into it.
        chunk = .allocate(byteCount: max(chunk.count * 2, source.count + 16), alignment: 16)
        used = source.count
        let destination = chunk.baseAddress!  // Chunks are never empty.
        if let base = source.baseAddress { destination.copyMemory(from: base, byteCount: source.count) }
        return destination
    }
}
