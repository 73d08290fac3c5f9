import ABIMemory
import BackendAPI

/// Memory of one struct in which every field is set: numbers with all bytes, texts, arrays of two, records within.
final class StructSample {
    let structure: DescribedStruct
    let memory: UnsafeMutableRawPointer
    /// Of each array.
    static let elements = 2
    /// After the struct, as in one of a version to come.
    static let more = 64

    private let arena = RecordArena(capacity: 1 << 16)
    private var inner: [StructSample] = []
    private var links: LinkChain?

    /// - Parameter seed: tells samples within another one apart.
    init(_ structure: DescribedStruct, seed: Int = 1) {
        self.structure = structure
        memory = .allocate(byteCount: structure.size + Self.more, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: structure.size + Self.more)
        for (index, field) in structure.fields.enumerated() { fill(field, seed * 16 + index) }
        memory.storeBytes(of: UInt32(structure.size), as: UInt32.self)
        for field in structure.fields {
            guard let count = field.count.flatMap(structure.field) else { continue }
            // The lower half of a count of 64 bits, the whole of one of 32.
            memory.storeBytes(of: UInt32(Self.elements), toByteOffset: count.offset, as: UInt32.self)
            if count.size == 8 { memory.storeBytes(of: UInt32(0), toByteOffset: count.offset + 4, as: UInt32.self) }
        }
        set(links: nil)
    }

    deinit { memory.deallocate() }

    func pointer<Value>(_: Value.Type) -> UnsafePointer<Value> {
        UnsafePointer(memory.assumingMemoryBound(to: Value.self))
    }

    /// Says that it ends there, as one of a version before or to come does.
    func set(size: Int) { memory.storeBytes(of: UInt32(size), as: UInt32.self) }

    func set(links: LinkChain?) {
        guard let field = structure.field("next") else { return }
        self.links = links
        memory.storeBytes(of: links?.first, toByteOffset: field.offset, as: UnsafePointer<picker_link>?.self)
    }

    /// What is after its size counts as 0 (R5.2).
    func clear(from size: Int) {
        (memory + size).initializeMemory(as: UInt8.self, repeating: 0, count: structure.size - size)
    }

    /// A record within it.
    var firstInner: StructSample? { inner.first }

    private func fill(_ field: DescribedStruct.Field, _ seed: Int) {
        let place = memory + field.offset
        switch structure.form(of: field) {
        case .number:
            // All flags, and of other numbers each byte another one.
            for byte in 0..<field.size {
                place.storeBytes(
                    of: field.name == "flags" ? 0xFF : UInt8(truncatingIfNeeded: seed + byte * 31) | 1,
                    toByteOffset: byte, as: UInt8.self)
            }
        case .string: place.storeBytes(of: text(seed), as: picker_string.self)
        case .bytes: place.storeBytes(of: arena.bytes(Self.bytes(seed)), as: picker_bytes.self)
        case .strings: store(array(of: (0..<Self.elements).map { text(seed * 100 + $0) }), at: place)
        case .byteStrings:
            store(array(of: (0..<Self.elements).map { arena.bytes(Self.bytes(seed * 100 + $0)) }), at: place)
        case .record(let target): store(record(target, seed), at: place)
        case .records(let target): store(array(of: (0..<Self.elements).map { record(target, seed + $0) }), at: place)
        case .kept: place.initializeMemory(as: UInt8.self, repeating: 0x41, count: field.size)
        }
    }

    private func text(_ seed: Int) -> picker_string { arena.string("\(structure.name) \(seed)") }

    private static func bytes(_ seed: Int) -> [UInt8] { [0, 0xFF, UInt8(truncatingIfNeeded: seed)] }

    private func record(_ target: DescribedStruct, _ seed: Int) -> UnsafeRawPointer {
        inner.append(StructSample(target, seed: seed))
        return UnsafeRawPointer(inner[inner.count - 1].memory)
    }

    private func array<Element: BitwiseCopyable>(of values: [Element]) -> UnsafeRawPointer? {
        arena.array(values).map { UnsafeRawPointer($0) }
    }

    private func store(_ pointer: UnsafeRawPointer?, at place: UnsafeMutableRawPointer) {
        place.storeBytes(of: pointer, as: UnsafeRawPointer?.self)
    }
}
