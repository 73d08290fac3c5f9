/// How much longer the structs of a host of later headers are.
enum LaterHost {
    /// Bytes more in each struct of which no size is said. Unsafe: changed while no plugin is called.
    nonisolated(unsafe) static var extraBytes = 0
}

/// A C struct with bytes past its end that no code may touch.
///
/// Never freed, so that late use of a pointer by a plugin is detected. The process of a check is short.
struct Guarded<Struct>: @unchecked Sendable {  // Unchecked: plugin and check take turns, as the ABI says.
    private static var pattern: UInt8 { 0xA5 }
    private static var guardBytes: Int { 256 }

    let pointer: UnsafeMutablePointer<Struct>
    /// What `struct_size` says at first.
    let announced: Int

    /// - Parameter announced: what to write into `struct_size`; nil: the struct's size, for a host of today. Bytes of the struct past a
    ///   smaller one are poison, as are those up to a larger one.
    /// - Parameter hidden: what is past a smaller one instead of poison, which some fields take for no value.
    init(_ value: Struct, announced: Int? = nil, hidden: Struct? = nil) {
        let size = MemoryLayout<Struct>.size
        let announced = announced ?? size + LaterHost.extraBytes
        let capacity = max(size, announced) + Self.guardBytes
        let raw = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        raw.initializeMemory(as: UInt8.self, repeating: Self.pattern, count: capacity)
        // A struct of the ABI has at least its struct_size.
        if let hidden { withUnsafeBytes(of: hidden) { raw.copyMemory(from: $0.baseAddress!, byteCount: size) } }
        withUnsafeBytes(of: value) { raw.copyMemory(from: $0.baseAddress!, byteCount: min(size, announced)) }
        raw.storeBytes(of: UInt32(announced), as: UInt32.self)
        LeakedMemory.leak(raw)
        PassedPlaces.note(raw, min(size, announced))
        pointer = raw.bindMemory(to: Struct.self, capacity: 1)
        self.announced = announced
    }

    /// Makes it what it was at first, with another value.
    func reset(_ value: Struct) {
        let size = min(MemoryLayout<Struct>.size, announced)
        // A struct of the ABI has at least its struct_size.
        withUnsafeBytes(of: value) {
            UnsafeMutableRawPointer(pointer).copyMemory(from: $0.baseAddress!, byteCount: size)
        }
        UnsafeMutableRawPointer(pointer).storeBytes(of: UInt32(announced), as: UInt32.self)
    }

    /// What `struct_size` says now.
    var filled: Int { Int(UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)) }

    /// The struct as far as it is inside what was announced and filled; the rest is `defaults`.
    func value(defaults: Struct) -> Struct {
        var copy = defaults
        let count = min(filled, announced, MemoryLayout<Struct>.size)
        withUnsafeMutableBytes(of: &copy) { $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: count)) }
        return copy
    }

    /// Lets go of what a table led to, so that a leak detector does not find it there.
    func forget(_ context: WritableKeyPath<Struct, UnsafeMutableRawPointer?>) {
        if announced >= MemoryLayout<Struct>.size { pointer.pointee[keyPath: context] = nil }
    }

    /// Whether nothing was written past what was announced.
    var isIntact: Bool {
        let bytes = UnsafeRawBufferPointer(
            start: pointer, count: max(MemoryLayout<Struct>.size, announced) + Self.guardBytes)
        return bytes[announced...].allSatisfy { $0 == Self.pattern }
    }
}
