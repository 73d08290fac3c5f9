internal import ABIMemory
internal import BackendAPI

/// The body of a message that is being written.
struct WireWriter: WireCoder {
    /// Takes the place of a length to say that something is absent.
    static let absent = UInt64.max
    /// The most bytes of a message, which is enough for a million identifiers.
    static let limit = 1 << 28

    private(set) var body: [UInt8] = []
    /// Whether texts that are longer than R8.5 permits are written as absent. A host that has the plugin in its own
    /// process treats them so.
    private let leavesOutLongTexts: Bool

    init(ofPlugin: Bool = false) { leavesOutLongTexts = ofPlugin }

    mutating func removeAll() { body.removeAll(keepingCapacity: body.capacity < 1 << 20) }

    /// Removes everything after the first `count` bytes.
    mutating func cut(to count: Int) { body.removeLast(body.count - count) }

    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        withUnsafeBytes(of: value) { body.append(contentsOf: $0) }
    }

    mutating func append(_ bytes: [UInt8]) { body += bytes }

    mutating func double(_ value: Double) { integer(value.bitPattern) }

    /// Text or bytes; nil writes them as absent.
    mutating func raw(_ start: UnsafeRawPointer?, _ length: UInt64) throws(WireError) {
        guard let start else { return integer(Self.absent) }
        guard length <= UInt64(Self.limit - body.count) else { throw .tooLarge }
        integer(length)
        body.append(contentsOf: UnsafeRawBufferPointer(start: start, count: Int(length)))
    }

    /// Links do not cross the wire: version 1 has none, and only their authors know what others contain.
    mutating func links(_ next: inout UnsafePointer<picker_link>?) throws(WireError) {
        do throws(LinkRefusal) {
            try checkLinks(from: next)
        } catch {
            throw .refused(error)
        }
        next = nil
    }

    /// Text or bytes inside a struct.
    private mutating func field(_ start: UnsafeRawPointer?, _ length: UInt64) throws(WireError) {
        if leavesOutLongTexts, length > longestText { return integer(Self.absent) }
        try raw(start, length)
    }

    mutating func string(_ text: inout picker_string) throws(WireError) {
        try field(text.data, text.length)
        text = picker_string()
    }

    mutating func bytes(_ bytes: inout picker_bytes) throws(WireError) {
        try field(bytes.data, bytes.length)
        bytes = picker_bytes()
    }

    mutating func text(_ text: String) throws(WireError) {
        let utf8 = Array(text.utf8)
        integer(UInt64(utf8.count))
        body += utf8
    }

    mutating func strings(_ list: inout UnsafePointer<picker_string>?, _ count: inout UInt64) throws(WireError) {
        guard try begin(list != nil, count), let elements = list else { return }
        for index in 0..<Int(count) { try field(elements[index].data, elements[index].length) }
        list = nil
    }

    mutating func byteStrings(_ list: inout UnsafePointer<picker_bytes>?, _ count: inout UInt64) throws(WireError) {
        guard try begin(list != nil, count), let elements = list else { return }
        for index in 0..<Int(count) { try field(elements[index].data, elements[index].length) }
        list = nil
    }

    mutating func record<Record: WireStruct & BitwiseCopyable>(_ record: inout UnsafePointer<Record>?) throws(WireError)
    {
        integer(record == nil ? UInt8(0) : 1)
        if let record { try value(record) }
        record = nil
    }

    mutating func records<Record: WireStruct & BitwiseCopyable>(
        _ list: inout UnsafePointer<UnsafePointer<Record>?>?, _ count: inout UInt32
    ) throws(WireError) {
        guard try begin(list != nil, UInt64(count)), let elements = list else { return }
        for index in 0..<Int(count) {
            var element = elements[index]
            try record(&element)
        }
        list = nil
    }

    /// Writes the number of elements that follow.
    ///
    /// - Returns: false if there is no array.
    private mutating func begin(_ isPresent: Bool, _ count: UInt64) throws(WireError) -> Bool {
        guard count <= UInt64(Self.limit) / 8 else { throw .tooLarge }
        integer(isPresent ? count : Self.absent)
        return isPresent
    }

    /// A struct, as far as its author filled it, and what it points to.
    mutating func value<Value: WireStruct>(_ source: UnsafePointer<Value>) throws(WireError) {
        var copy = boundedCopy(of: source, into: Value())
        clampSize(of: &copy)
        let start = body.count
        body.append(contentsOf: repeatElement(0, count: MemoryLayout<Value>.size))
        try copy.codeLinks(&self)
        try copy.codePointers(&self)
        body.withUnsafeMutableBytes { bytes in
            withUnsafeBytes(of: copy) { bytes[start..<start + $0.count].copyBytes(from: $0) }
        }
        guard body.count <= Self.limit else { throw .tooLarge }
    }
}

/// Reduces `struct_size` to the size that this build knows.
func clampSize<Value: WireStruct>(of value: inout Value) {
    withUnsafeMutableBytes(of: &value) { bytes in
        let size = min(bytes.load(as: UInt32.self), UInt32(bytes.count))
        bytes.storeBytes(of: size, as: UInt32.self)
    }
}
