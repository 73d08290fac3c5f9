internal import ABIMemory
internal import BackendAPI

/// One direction of the wire for what a struct of the ABI points to: a writer puts it into a message and clears the
/// pointers, a reader sets them to what came. So both sides of a struct are one piece of code.
protocol WireCoder {
    mutating func links(_ next: inout UnsafePointer<picker_link>?) throws(WireError)
    mutating func string(_ text: inout picker_string) throws(WireError)
    mutating func bytes(_ bytes: inout picker_bytes) throws(WireError)
    /// An array of frozen value types. `count` is that of the message afterwards, unless there is no array.
    mutating func strings(_ list: inout UnsafePointer<picker_string>?, _ count: inout UInt64) throws(WireError)
    mutating func byteStrings(_ list: inout UnsafePointer<picker_bytes>?, _ count: inout UInt64) throws(WireError)
    mutating func record<Record: WireStruct & BitwiseCopyable>(_ record: inout UnsafePointer<Record>?) throws(WireError)
    mutating func records<Record: WireStruct & BitwiseCopyable>(
        _ list: inout UnsafePointer<UnsafePointer<Record>?>?, _ count: inout UInt32) throws(WireError)
}

/// A struct of the ABI that crosses the wire: its bytes, as far as its `struct_size` goes, and then what it points to.
///
/// Both processes are of one build, and a struct has no gaps and the same layout in both. Pointers never cross: the
/// writer clears them and the reader sets each one again, so `codePointers` names every pointer of the struct. It is made from
/// the headers, with its list: `WireStructs`.
protocol WireStruct {
    init()
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError)
    /// The same for its links.
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError)
}

extension WireStruct {
    mutating func codePointers(_ wire: inout some WireCoder) throws(WireError) {}
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) {}
}

extension WireStruct where Self: LinkedStruct {
    mutating func codeLinks(_ wire: inout some WireCoder) throws(WireError) { try wire.links(&next) }
}
