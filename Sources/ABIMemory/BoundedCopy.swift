/// Copies as much of a C struct as its writer filled, which is at most `struct_size` bytes. The rest is taken from
/// `defaults`.
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

/// Fills a C struct of the caller, up to the `struct_size` bytes that it has room for. Afterwards, `struct_size` is the
/// number of bytes that were filled.
///
/// - Returns: false if there is no room even for `struct_size`.
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

/// Whether a field is inside the `struct_size` of a struct (R5.2).
public func hasField<Struct, Field>(
    _ structure: UnsafeMutablePointer<Struct>, _ field: KeyPath<Struct, Field>
) -> Bool {
    // Every field of an imported struct is stored, so it has an offset.
    let end = (MemoryLayout<Struct>.offset(of: field) ?? .max - 8) + MemoryLayout<Field>.size
    return Int(UnsafeRawPointer(structure).loadUnaligned(as: UInt32.self)) >= end
}

/// The `struct_size` of a struct of the ABI in this build.
public func structSize<Struct>(of type: Struct.Type) -> UInt32 { UInt32(MemoryLayout<Struct>.size) }
