/// Reads as much of a C struct as its writer filled: at most its `struct_size` bytes, the rest as in `defaults`.
///
/// Every struct of the ABI begins with `uint32_t struct_size` (rule R5 of docs/abi.md).
public func boundedCopy<Struct>(of source: UnsafePointer<Struct>, into defaults: Struct) -> Struct {
    let raw = UnsafeRawPointer(source)
    let count = min(Int(raw.loadUnaligned(as: UInt32.self)), MemoryLayout<Struct>.size)
    var copy = defaults
    withUnsafeMutableBytes(of: &copy) { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: raw, count: count))
    }
    return copy
}

/// Fills a C struct of the caller: at most the `struct_size` bytes that it has room for.
///
/// Afterwards `struct_size` says how many bytes are filled. Returns false when there is not even room for that.
public func boundedFill<Struct>(_ destination: UnsafeMutablePointer<Struct>, with value: Struct) -> Bool {
    let raw = UnsafeMutableRawPointer(destination)
    let count = min(Int(raw.loadUnaligned(as: UInt32.self)), MemoryLayout<Struct>.size)
    guard count >= MemoryLayout<UInt32>.size else { return false }
    withUnsafeBytes(of: value) { bytes in
        raw.copyMemory(from: bytes.baseAddress!, byteCount: count)  // A struct has at least struct_size.
    }
    raw.storeBytes(of: UInt32(count), as: UInt32.self)
    return true
}

/// Whether the field is inside of what the struct's owner has room for or filled (R5.2).
public func hasField<Struct, Field>(
    _ structure: UnsafeMutablePointer<Struct>, _ field: KeyPath<Struct, Field>
) -> Bool {
    // Each field of an imported struct is stored, so that it has an offset.
    let end = (MemoryLayout<Struct>.offset(of: field) ?? .max - 8) + MemoryLayout<Field>.size
    return Int(UnsafeRawPointer(structure).loadUnaligned(as: UInt32.self)) >= end
}

/// The `struct_size` of a struct of the ABI.
public func structSize<Struct>(of type: Struct.Type) -> UInt32 { UInt32(MemoryLayout<Struct>.size) }
