internal import BackendAPI

/// Reads as much of a record as its writer filled; the rest is zero.
func readRecord<Record>(_ source: UnsafeRawPointer, zero: Record) -> Record {
    var copy = zero
    let count = min(Int(source.loadUnaligned(as: UInt32.self)), MemoryLayout<Record>.size)
    withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count)) }
    return copy
}

/// A text of the ABI as it came: its bytes, or nothing when it is absent.
struct Text: Hashable, CustomStringConvertible {
    let bytes: [UInt8]?

    init(_ string: picker_string) { bytes = string.copied }

    /// UTF-8 without U+0000, or absent.
    var isValid: Bool { bytes.map { !$0.contains(0) && String(validating: $0, as: UTF8.self) != nil } ?? true }
    var description: String { bytes.map { String(decoding: $0, as: UTF8.self) } ?? "(absent)" }
}
