internal import ABIMemory
internal import BackendAPI

/// Reads the body of a message, which is not trusted. The results point into the message and into the arena, and are
/// valid until the next message is received.
struct WireReader: WireCoder {
    /// The most records in an array inside a record.
    private static let recordLimit = 1 << 16

    private let body: UnsafeRawBufferPointer
    private let arena: RecordArena
    private var position = 0

    init(_ body: UnsafeRawBufferPointer, arena: RecordArena) {
        self.body = body
        self.arena = arena
    }

    var isAtEnd: Bool { position == body.count }

    mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        _ type: Value.Type = Value.self
    ) throws(WireError) -> Value {
        guard body.count - position >= MemoryLayout<Value>.size else { throw .malformed }
        defer { position += MemoryLayout<Value>.size }
        return body.loadUnaligned(fromByteOffset: position, as: Value.self)
    }

    mutating func double() throws(WireError) -> Double { Double(bitPattern: try integer()) }

    /// Text or bytes; nil if absent. The start is never NULL, because empty is not absent (R8).
    mutating func raw() throws(WireError) -> UnsafeRawBufferPointer? {
        let length: UInt64 = try integer()
        guard length != WireWriter.absent else { return nil }
        guard length <= UInt64(body.count - position), let base = body.baseAddress else { throw .malformed }
        defer { position += Int(length) }
        return UnsafeRawBufferPointer(start: base + position, count: Int(length))
    }

    mutating func string() throws(WireError) -> picker_string {
        guard let found = try raw() else { return picker_string() }
        return picker_string(data: found.baseAddress?.assumingMemoryBound(to: CChar.self), length: UInt64(found.count))
    }

    mutating func bytes() throws(WireError) -> picker_bytes {
        guard let found = try raw() else { return picker_bytes() }
        return picker_bytes(data: found.baseAddress?.assumingMemoryBound(to: UInt8.self), length: UInt64(found.count))
    }

    mutating func text() throws(WireError) -> String {
        guard let found = try raw() else { return "" }
        return String(decoding: found, as: UTF8.self)
    }

    /// Links do not cross the wire, and the pointer that came means nothing here.
    mutating func links(_ next: inout UnsafePointer<picker_link>?) throws(WireError) { next = nil }

    mutating func string(_ text: inout picker_string) throws(WireError) { text = try string() }

    mutating func bytes(_ bytes: inout picker_bytes) throws(WireError) { bytes = try self.bytes() }

    mutating func strings(_ list: inout UnsafePointer<picker_string>?, _ count: inout UInt64) throws(WireError) {
        list = nil
        guard let found = try elements() else { return }
        var values: [picker_string] = []
        for _ in 0..<found { values.append(try string()) }
        (list, count) = (place(values), UInt64(found))
    }

    mutating func byteStrings(_ list: inout UnsafePointer<picker_bytes>?, _ count: inout UInt64) throws(WireError) {
        list = nil
        guard let found = try elements() else { return }
        var values: [picker_bytes] = []
        for _ in 0..<found { values.append(try bytes()) }
        (list, count) = (place(values), UInt64(found))
    }

    mutating func record<Record: WireStruct & BitwiseCopyable>(_ record: inout UnsafePointer<Record>?) throws(WireError)
    {
        record = nil
        if try integer(UInt8.self) != 0 { record = place([try value(Record.self)]) }
    }

    mutating func records<Record: WireStruct & BitwiseCopyable>(
        _ list: inout UnsafePointer<UnsafePointer<Record>?>?, _ count: inout UInt32
    ) throws(WireError) {
        list = nil
        guard let found = try elements() else { return }
        // An absent element takes one byte here, but many in memory.
        guard found <= Self.recordLimit else { throw .malformed }
        var values: [UnsafePointer<Record>?] = []
        for _ in 0..<found {
            var element: UnsafePointer<Record>?
            try record(&element)
            values.append(element)
        }
        guard let number = UInt32(exactly: found) else { throw .malformed }
        (list, count) = (place(values), number)
    }

    /// The number of elements that follow, each of which takes at least one byte; nil if there is no array.
    private mutating func elements() throws(WireError) -> Int? {
        let count: UInt64 = try integer()
        guard count != WireWriter.absent else { return nil }
        guard count <= UInt64(body.count - position) else { throw .malformed }
        return Int(count)
    }

    /// An array for C. It is not NULL, even if it is empty.
    private func place<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafePointer<Element>? {
        if let array = arena.array(values) { return array }
        let room = UnsafeRawPointer(arena.array([UInt64(0), 0]))
        return room?.assumingMemoryBound(to: Element.self)
    }

    /// A struct whose pointers lead to what came with it.
    mutating func value<Value: WireStruct>(_ type: Value.Type) throws(WireError) -> Value {
        let size = MemoryLayout<Value>.size
        guard body.count - position >= size else { throw .malformed }
        var value = Value()
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: body[position..<position + size]) }
        position += size
        clampSize(of: &value)
        try value.codeLinks(&self)
        try value.codePointers(&self)
        completeLastField(of: &value)
        return value
    }

    /// Rounds `struct_size` up to where a pointer can end. A size that ends inside a pointer would make its reader
    /// follow half of it. All of the struct is in memory here, and what its writer left out is 0.
    private func completeLastField<Value: WireStruct>(of value: inout Value) {
        withUnsafeMutableBytes(of: &value) { bytes in
            let alignment = UInt32(MemoryLayout<UnsafeRawPointer>.alignment)
            let size = (bytes.load(as: UInt32.self) + alignment - 1) / alignment * alignment
            bytes.storeBytes(of: min(size, UInt32(bytes.count)), as: UInt32.self)
        }
    }
}
