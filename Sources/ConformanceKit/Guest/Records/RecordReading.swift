/// Reads as much of a record as its writer filled; the rest is zero.
func readRecord<Record>(_ source: UnsafeRawPointer, zero: Record) -> Record {
    var copy = zero
    let count = min(Int(source.loadUnaligned(as: UInt32.self)), MemoryLayout<Record>.size)
    withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: count)) }
    return copy
}
